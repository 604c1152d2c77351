import type pg from 'pg';
import { memoizeFor } from '../memoize.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { findOutage } from './find-outage.ts';
import * as schema from './schema.ts';

type Statements = Omit<NodePgDatabase<typeof schema>, 'transaction'>;

/** What is done in it is done altogether or not at all. */
export type Transaction = Statements & { $client: pg.PoolClient };

export type Database = Statements & {
  $client: pg.Pool;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

/**
 * Drizzle on a pool. Its own transactions begin with nothing known: here each connection keeps its Drizzle, and with it the
 * statements that were written once. One on which a transaction cannot be undone is not used again, and neither is one that
 * leads to a database in trouble: the next may lead to the server that took its place.
 */
export function withTransactions(pool: pg.Pool): Database {
  const onConnection = memoizeFor(
    (client: pg.PoolClient): Transaction => drizzle({ client, schema, casing: 'snake_case' }),
  );

  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(onConnection(client));
      await client.query('commit');
      return result;
    } catch (error) {
      const outage = findOutage(error);
      // Closing it undoes the transaction too. A server that has fallen silent would not answer a rollback either.
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
