import { readSettings } from './settings.ts';
import { startStandIn } from './start-stand-in.ts';

try {
  const settings = readSettings(process.env);
  const standIn = await startStandIn(settings);
  console.log(`Pretended PayPal listens on ${standIn.url} (no money moves; ledger in ${settings.data}).`);
  const leave = async () => {
    await standIn.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  // The parent process has the other end of its input: when the parent ends, however it ends, so does the stand-in.
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
