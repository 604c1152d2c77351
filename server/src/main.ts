import { readConfig } from './config.ts';
import { openShop } from './open-shop.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { createLog } from './platform/watch/create-log.ts';

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

const opening = (async () => {
  const config = readConfig(process.env);
  return openShop(config, createLog(config.logLevel), (line) => console.log(line));
})();

try {
  const shop = await opening;
  if (!closing) console.log(shop.welcome);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
