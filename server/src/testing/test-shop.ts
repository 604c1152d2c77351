import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createGiver } from '../kept-answers.ts';
import type { Storefront } from '../pages/storefront.ts';
import { securityHeaders } from '../security-headers.ts';
import { createShelf } from '../shelf.ts';
import { createTestDatabase } from './test-database.ts';

export const TEST_NOW = new Date('2026-11-16T09:46:00Z');

type Options = { now?: Date; env?: Record<string, string>; storefront?: Storefront };

/** A whole shop on a database of its own, with the clock stopped. */
export async function openTestShop({ now = TEST_NOW, env = {}, storefront }: Options = {}) {
  const database = await createTestDatabase();
  const failures: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(JSON.parse(line)) });
  const config = readConfig({ PUBLIC_URL: 'https://shop.example', ...env });
  const deps: Deps = {
    config,
    db: database.db,
    clock: { now: () => now },
    log,
    shelf: createShelf({ maxBytes: 16 * 1024 * 1024 }),
    pictureShelf: createShelf({ maxBytes: 16 * 1024 * 1024 }),
    give: createGiver(securityHeaders(config)),
  };
  const app = await buildApp(deps, storefront ? async () => storefront : undefined);
  return {
    app,
    deps,
    /** What was logged as an error: a healthy run logs none. */
    failures,
    connectionString: database.connectionString,
    async get(url: string, headers: Record<string, string> = {}) {
      const response = await app.inject({ url, headers });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body,
        json: () => response.json(),
      };
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
