import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port of the shop that most journeys share; `JOURNEYS_PORT` lets two checkouts be walked side by side. */
export const FIRST_PORT = Number(process.env.JOURNEYS_PORT || 4310);

/**
 * A port that nobody has, and the next one for the pretended PayPal, for a shop of a journey's own. Below those that a system
 * gives to whoever calls somebody: one of them could take the port while the shop is away.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + 2 * randomInt(5_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

/** Where such a shop is. By name, for passkeys want one. */
export const findAddress = async (): Promise<string> => `http://localhost:${await findPort()}`;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
