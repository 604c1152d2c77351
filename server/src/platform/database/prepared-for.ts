import { memoizeFor } from '#server/platform/memoize.ts';
import type { Database, Transaction } from './connect.ts';

type Connection = Database | Transaction;

/** A statement that is run often, built once per pool and connection: building it takes longer than running it. */
export const preparedFor = <T extends object>(build: (db: Connection) => T): ((db: Connection) => T) =>
  memoizeFor(build);
