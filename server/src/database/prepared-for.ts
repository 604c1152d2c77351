import type { Database, Transaction } from './connect.ts';

type Asked = Database | Transaction;

/**
 * What is made once for each database and each of its connections, such as a statement that is asked all day: writing it
 * takes longer than asking it.
 */
export function preparedFor<T extends object>(make: (db: Asked) => T): (db: Asked) => T {
  const made = new WeakMap<Asked, T>();
  return (db) => {
    const known = made.get(db);
    if (known) return known;
    const fresh = make(db);
    made.set(db, fresh);
    return fresh;
  };
}
