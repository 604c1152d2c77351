import type pg from 'pg';

/** Seen so often, a statement is one of those that are asked all day. */
const OFTEN = 10;
/** PostgreSQL keeps each on each connection: the shop has far fewer that matter. */
const MOST_NAMES = 100;
const MOST_KNOWN = 1_000;

/**
 * What finds words or occasions is planned anew for each of them: one plan for all would be wrong for the rare or for the
 * common ones, and PostgreSQL could not know.
 */
const DEPENDS_ON_VALUES = /ilike|<%|@>/;

type Query = { text: string; name?: string };

const isQuery = (query: unknown): query is Query =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);

/** Gives statements that come again and again a name, so that PostgreSQL parses and plans each once per connection. */
export function createNames(): (client: pg.ClientBase) => void {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();

  const nameFor = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MOST_NAMES || !text.includes('$1') || DEPENDS_ON_VALUES.test(text)) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times >= OFTEN) names.set(text, `shop-${names.size + 1}`);
    else if (seen.size < MOST_KNOWN) seen.set(text, times);
    return names.get(text);
  };

  return (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (first: unknown, ...rest: unknown[]) => {
      const name = isQuery(first) && !first.name ? nameFor(first.text) : undefined;
      return query(name ? { ...(first as Query), name } : first, ...rest);
    };
    Object.assign(client, { query: named });
  };
}
