import { pino } from 'pino';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';
import { openShop } from './open-shop.ts';

const log = pino({ level: 'warn' });

try {
  const config = readConfig(process.env);
  const shop = await openShop(config, log, (line) => console.log(line));
  console.log(shop.welcome);

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    await shop.close();
    process.exit(0);
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
