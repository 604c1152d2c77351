import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { ShopPool } from '#server/platform/database/pool/shop-pool.ts';
import { withTransactions } from '#server/platform/database/transact.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { type Figures, readFigures } from './read-figures.ts';

/** Several may scrape; the database is asked once for all of them. */
const CACHED_MS = 5_000;
/** PostgreSQL ends a statement of ours after this. */
const STATEMENT_MS = 2_000;
/** A server that is frozen does not: then nobody waits any longer. */
const SILENT_MS = 3_000;
/** Prometheus gives up on a scrape after ten seconds by default: it is to learn that the database is away. */
const LONGEST_MS = 5_000;
const REPEAT_LOG_MS = 60_000;

export type CachedFigures = {
  /** The figures of at most some seconds ago; undefined when the database does not answer in time. Never throws. */
  find(): Promise<Figures | undefined>;
  close(): Promise<void>;
};

/** Reads the figures by a connection of its own: they are wanted most when requests use up all others. */
export function createCachedFigures(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { cachedMs = CACHED_MS, longestMs = LONGEST_MS } = {},
): CachedFigures {
  const pool = new ShopPool({
    ...db.$client.options,
    max: 1,
    connectionTimeoutMillis: SILENT_MS,
    query_timeout: SILENT_MS,
    application_name: 'marigold-lane figures',
    allowExitOnIdle: true,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const own = withTransactions(pool);
  let last: { figures: Figures; at: number } | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Figures | undefined> | undefined;

  const read = () =>
    own.transaction(async (tx) => {
      await tx.execute(sql.raw(`set transaction read only; set local statement_timeout = ${STATEMENT_MS}`));
      return readFigures(tx, clock.now());
    });

  const readOnce = async (): Promise<Figures | undefined> => {
    try {
      const figures = await read();
      last = { figures, at: performance.now() };
      return figures;
    } catch (error) {
      // Every scrape fails while the database is away.
      if (performance.now() - warnedAt > REPEAT_LOG_MS) {
        warnedAt = performance.now();
        log.warn({ err: describeFailure(error) }, 'The figures of the shop could not be read');
      }
      return undefined;
    } finally {
      reading = undefined;
    }
  };

  return {
    async find() {
      if (last && performance.now() - last.at < cachedMs) return last.figures;
      reading ??= readOnce();
      const timer = Promise.withResolvers<undefined>();
      const timeout = setTimeout(() => timer.resolve(undefined), longestMs).unref();
      const found = await Promise.race([reading, timer.promise]);
      clearTimeout(timeout);
      return found;
    },
    close: () => pool.end(),
  };
}
