import type pg from 'pg';
import type { Deps } from '#server/deps.ts';
import { listProducts } from '#server/features/catalogue/lists/list-products.ts';
import { drizzle } from '#server/platform/database/drizzle.ts';
import { createResponseCache } from '#server/platform/http/cache/response-cache.ts';
import * as schema from '#server/schema.ts';
import { withClient } from '../rig/run-query.ts';
import { toWanted } from './catalogue-queries.ts';

type Node = { 'Node Type': string; 'Index Name'?: string; Plans?: Node[] };
type Statement = { query: string; params: unknown[] };

/** `Index Scan products_by_name`, from the outside in. */
function nodesOf(node: Node): string[] {
  const name = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ');
  return [name, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How PostgreSQL would answer each query, by the very statements that the catalogue sends for it. */
export const explain = (connectionString: string, queries: string[]): Promise<string[]> =>
  withClient(connectionString, async (client) => {
    const statements: Statement[] = [];
    const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) };
    const db = drizzle({ client, schema, casing: 'snake_case', logger });
    const responseCache: Deps['responseCache'] = createResponseCache({ maxBytes: 2 ** 20 });
    const plans: string[] = [];
    for (const query of queries) {
      statements.length = 0;
      await listProducts({ db, responseCache } as unknown as Deps, { limit: 100, ...toWanted(query) });
      plans.push((await explainAll(client, [...statements])).join(', then '));
    }
    return plans;
  });

async function explainAll(client: pg.Client, statements: Statement[]): Promise<string[]> {
  const plans: string[] = [];
  for (const { query, params } of statements) {
    if (/ from "/.test(query)) {
      const { rows } = await client.query(`explain (format json) ${query}`, params);
      plans.push(nodesOf(rows[0]['QUERY PLAN'][0].Plan).join(' ← '));
    } else await client.query(query, params);
  }
  return plans;
}
