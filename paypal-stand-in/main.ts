import { readSettings } from './settings.ts';
import { startStandIn } from './start-stand-in.ts';

try {
  const settings = readSettings(process.env);
  const standIn = await startStandIn(settings);
  console.log(`Pretended PayPal listens on ${standIn.url} (no money moves; books in ${settings.data}).`);
  const leave = async () => {
    await standIn.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  // Whoever started it holds the other end of its input: when they are gone, however they went, so is it.
  if (settings.withStarter) process.stdin.resume().once('end', leave).once('error', leave);
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${port} is taken: end the other program or set PAYPAL_STAND_IN_PORT.`
      : `The PayPal stand-in cannot start: ${message}`,
  );
  process.exit(1);
}
