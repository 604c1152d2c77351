import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const RETRY_MS = 1_000;
/** Every sale changes how many were sold; a page may tell of it this much later. */
const SOLD_DELAY_MS = 30_000;

export type CatalogueWatch = {
  /** False while changes could go unheard: then nothing new may be kept. */
  hears(): boolean;
  stop(): Promise<void>;
};

/**
 * Hears of every change to the catalogue, whichever process made it, and calls `onChange`. When the connection is lost it
 * tries again, one attempt at a time, and then calls `onChange` too: something may have changed unheard. Sales are gathered
 * for a while first: on a busy day each of them would otherwise empty the shelf.
 */
export async function watchCatalogue(
  connectionString: string,
  onChange: () => void,
  log: FastifyBaseLogger,
  soldDelayMs = SOLD_DELAY_MS,
): Promise<CatalogueWatch> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soldTimer: NodeJS.Timeout | undefined;
  let stopped = false;

  const tellOfSales = () => {
    soldTimer = undefined;
    if (!stopped) onChange();
  };

  const listen = async () => {
    const next = new pg.Client({ connectionString, application_name: 'marigold-lane watch', keepAlive: true });
    next.on('notification', ({ payload }) => {
      if (payload === 'sold') soldTimer ??= setTimeout(tellOfSales, soldDelayMs).unref();
      else onChange();
    });
    next.on('error', ({ message }) => log.warn(`Lost sight of the catalogue: ${message}`));
    try {
      await next.connect();
      await next.query('LISTEN catalogue_changed');
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    next.once('end', () => {
      client = undefined;
      tryLater();
    });
    client = next;
    onChange();
    if (stopped) await next.end();
  };

  const tryLater = () => {
    if (stopped) return;
    timer = setTimeout(() => listen().catch(tryLater), RETRY_MS);
    timer.unref();
  };

  await listen();
  return {
    hears: () => client !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(soldTimer);
      await client?.end();
    },
  };
}
