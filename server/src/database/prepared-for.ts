import type { Database } from './connect.ts';

/** What is made once for each database, such as a statement that is asked all day: writing it takes longer than asking it. */
export function preparedFor<T extends object>(make: (db: Database) => T): (db: Database) => T {
  const made = new WeakMap<Database, T>();
  return (db) => {
    const known = made.get(db);
    if (known) return known;
    const fresh = make(db);
    made.set(db, fresh);
    return fresh;
  };
}
