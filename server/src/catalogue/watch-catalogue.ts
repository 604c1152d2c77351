import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const RETRY_MS = 1_000;

export type CatalogueWatch = {
  /** False while changes could go unheard: then nothing may be kept. */
  hears(): boolean;
  stop(): Promise<void>;
};

/** Hears of every change to the catalogue, whichever process made it, and calls `onChange`. */
export async function watchCatalogue(
  connectionString: string,
  onChange: () => void,
  log: FastifyBaseLogger,
): Promise<CatalogueWatch> {
  let client: pg.Client | undefined;
  let hearing = false;
  let stopped = false;

  const listen = async () => {
    const next = new pg.Client({ connectionString, application_name: 'marigold-lane watch', keepAlive: true });
    next.on('notification', onChange);
    next.on('error', ({ message }) => log.warn(`Lost sight of the catalogue, looking again: ${message}`));
    next.on('end', () => {
      hearing = false;
      onChange();
      if (!stopped) setTimeout(() => void tryAgain(), RETRY_MS).unref();
    });
    await next.connect();
    await next.query('LISTEN catalogue_changed');
    client = next;
    hearing = true;
    onChange();
  };

  const tryAgain = async () => {
    try {
      await listen();
    } catch {
      if (!stopped) setTimeout(() => void tryAgain(), RETRY_MS).unref();
    }
  };

  await listen();
  return {
    hears: () => hearing,
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}
