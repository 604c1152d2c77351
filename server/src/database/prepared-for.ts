import { memoizeFor } from '../memoize.ts';
import type { Database, Transaction } from './connect.ts';

type Asked = Database | Transaction;

/** A statement that is asked all day, for each database and each of its connections: writing it takes longer than asking it. */
export const preparedFor = <T extends object>(write: (db: Asked) => T): ((db: Asked) => T) => memoizeFor(write);
