import type pg from 'pg';

/** A statement is prepared from this use on. */
const OFTEN = 10;
/** PostgreSQL stores each prepared statement on each connection; the shop has far fewer that matter. */
const MOST_PREPARED = 200;
const MOST_COUNTED = 1_000;

/** Searches are planned anew for each value: one plan would be wrong either for rare words or for common ones. */
const DEPENDS_ON_VALUES = /\bi?like\b|<%|@>/;

type Query = { text: string; name?: string };

const isQuery = (query: unknown): query is Query =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);

/** Names statements that are run often, so that PostgreSQL prepares each once per connection. */
export function createAutoPrepare(): (client: pg.ClientBase) => void {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();

  const nameFor = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MOST_PREPARED || !text.includes('$1') || DEPENDS_ON_VALUES.test(text)) return known;
    const times = (counts.get(text) ?? 0) + 1;
    if (times >= OFTEN) names.set(text, `shop-${names.size + 1}`);
    else if (counts.size < MOST_COUNTED) counts.set(text, times);
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

/**
 * Sends every statement without its name, for a pooler in transaction mode: the next statement of this client may reach
 * another connection of PostgreSQL, which does not know the name.
 */
export function sendUnnamed(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (first: unknown, ...rest: unknown[]) =>
    query(isQuery(first) && first.name ? { ...first, name: undefined } : first, ...rest);
  Object.assign(client, { query: unnamed });
}
