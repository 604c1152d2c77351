import { pino } from 'pino';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';
import { openShop } from './open-shop.ts';

const log = pino({ level: 'warn' });

/** One Ctrl-C may arrive several times, and may arrive before the shop is open. */
let closing: Promise<void> | undefined;
const close = () => {
  closing ??= opening.then(
    async (shop) => {
      await shop.close();
      process.exit(0);
    },
    () => {},
  );
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);

const opening = (async () => openShop(readConfig(process.env), log, (line) => console.log(line)))();

try {
  const shop = await opening;
  if (!closing) console.log(shop.welcome);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
