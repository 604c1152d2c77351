import { type APIRequestContext, type Browser, type BrowserContext, type Page, request } from '@playwright/test';
import pg from 'pg';
import type { Role } from '#contract/roles.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { test as base } from './fixtures.ts';
import { type OwnShop, openOwnShop } from './own-shop.ts';
import { findAddress } from './ports.ts';

/** A shop with its desk, at a host with a name: passkeys want one. */
export type Desk = OwnShop & {
  address: string;
  /** How its database is reached. */
  database: string;
  query<T extends object>(statement: string, values?: unknown[]): Promise<T[]>;
  /** Signs somebody in in this browser, as if they had come in before. */
  signIn(context: BrowserContext, name: string, roles: Role[]): Promise<void>;
  /** Somebody else, with a browser of their own. */
  openColleague(browser: Browser, name: string, roles: Role[]): Promise<Page>;
  /** An owner who is a florist too, and calls the shop by herself. */
  openApi(): Promise<APIRequestContext>;
  /** Makes today the first day of this shop: what earlier journeys left is long over. */
  beginDay(): Promise<void>;
};

async function openDesk(settings: NodeJS.ProcessEnv = {}): Promise<Desk> {
  const address = await findAddress();
  const shop = await openOwnShop(address, settings);
  const database = (await findRunningDatabase(shop.dataDir)) ?? '';

  const query = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      return (await client.query<T>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  const signIn = async (context: BrowserContext, name: string, roles: Role[]) => {
    const { cookie } = await signInStaff(database, name, roles);
    await context.addCookies([{ name: DESK_COOKIE, value: cookie, url: address, sameSite: 'Strict' }]);
  };
  return {
    ...shop,
    address,
    database,
    query,
    signIn,
    async openColleague(browser, name, roles) {
      const context = await browser.newContext({ baseURL: address, locale: 'en-GB' });
      await signIn(context, name, roles);
      return context.newPage();
    },
    async openApi() {
      const { cookie } = await signInStaff(database, 'Wren Adeyemi', ['owner', 'florist']);
      const headers = { origin: address, cookie: `${DESK_COOKIE}=${cookie}` };
      return request.newContext({ baseURL: address, extraHTTPHeaders: headers });
    },
    async beginDay() {
      await query('delete from runs');
      await query(
        "update orders set delivery_date = delivery_date - 400, stage = 'delivered' where completed_at is not null",
      );
    },
  };
}

type PlannedRun = { day: string; number: number; leaves_at: string; driver?: number };

/** A run with its stops and, if somebody is to drive it, its driver; returns its id. */
export async function makeRun(
  api: APIRequestContext,
  { driver, ...run }: PlannedRun,
  orders: number[],
): Promise<number> {
  const { id } = await (await api.post('/api/desk/runs/', { data: run })).json();
  await api.post(`/api/desk/runs/${id}/stops/`, { data: { orders } });
  if (driver) await api.patch(`/api/desk/runs/${id}/`, { data: { driver } });
  return id;
}

/** Why the journeys of a file are in a shop of their own. */
type Alone = { because: string; settings?: NodeJS.ProcessEnv };

/**
 * A journey at the desk. All of them share the shop of their worker, one after the other: each takes its own day and its own
 * people, or begins today anew. A file that changes what all others rely upon says so, and is `alone` in a shop.
 */
export const test = base.extend<object, { alone: Alone | undefined; desk: Desk }>({
  alone: [undefined, { scope: 'worker', option: true }],
  desk: [
    async ({ alone }, use) => {
      const desk = await openDesk(alone?.settings);
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ desk }, use) => use(desk.address),
});
