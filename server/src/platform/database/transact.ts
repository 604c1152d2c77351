import type pg from 'pg';
import { memoizeFor } from '#server/platform/memoize.ts';
import * as schema from '#server/schema.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { insideTransaction } from './pool/fair-share.ts';
import { findOutage } from './pool/find-outage.ts';
import type { ShopPool } from './pool/shop-pool.ts';

type Statements = Omit<NodePgDatabase<typeof schema>, 'transaction'>;

export type Transaction = Statements & { $client: pg.PoolClient };

export type Database = Statements & {
  $client: ShopPool;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

/**
 * Drizzle on a pool. Drizzle's own transactions make a new instance each time; here each connection has one, and with
 * it the statements that were built before. A connection on which the rollback failed is closed, and so is one to a
 * database with an outage: the next may reach the server that replaced it.
 */
export function withTransactions(pool: ShopPool): Database {
  const onConnection = memoizeFor(
    (client: pg.PoolClient): Transaction => drizzle({ client, schema, casing: 'snake_case' }),
  );

  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('begin');
      const result = await insideTransaction(() => work(onConnection(client)));
      await client.query('commit');
      return result;
    } catch (error) {
      const outage = findOutage(error);
      // Closing the connection rolls back, too. A server that does not respond would not respond to a rollback either.
      if (outage && !outage.keepsConnection) lost = error as Error;
      else
        await client.query('rollback').catch((cause) => {
          lost = cause;
        });
      throw error;
    } finally {
      client.release(lost);
    }
  };

  return Object.assign(drizzle({ client: pool, schema, casing: 'snake_case' }), { transaction });
}
