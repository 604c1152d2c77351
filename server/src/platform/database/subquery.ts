import { type SQL, sql } from './drizzle.ts';

/**
 * A select as a column of another. Where a statement is about one table, Drizzle writes its columns without their
 * table; those of a subquery keep theirs, which they need.
 */
export const subquery = <T>(select: SQL<T>): SQL<T> => sql<T>`(${select})`;
