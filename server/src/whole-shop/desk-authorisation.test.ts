import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { may, type Right, ROLES, type Role } from '#contract/roles.ts';
import { endStaffSession } from '#server/features/staff/sign-in/end-staff-session.ts';
import { staff, staffSessions } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { sampler } from '#server/testing/sample.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

/** Who may call it: everybody (`open`), everybody who works here (`staff`), or those with a right. */
type Row = { for: 'open' | 'staff' | Right };

/** Every call of the desk. A new one fails the first test until it has its row here. */
const MATRIX: Record<string, Row> = {
  'GET /api/desk/calendar/': { for: 'edit calendar' },
  'GET /api/desk/calendar/days/': { for: 'edit calendar' },
  'PATCH /api/desk/calendar/days/': { for: 'edit calendar' },
  'PATCH /api/desk/calendar/days/{day}/': { for: 'edit calendar' },
  'PATCH /api/desk/calendar/week/': { for: 'edit calendar' },
  'GET /api/desk/settings/delivery/': { for: 'edit settings' },
  'PATCH /api/desk/settings/delivery/': { for: 'edit settings' },
  'GET /api/desk/settings/shop/': { for: 'edit settings' },
  'PATCH /api/desk/settings/shop/': { for: 'edit settings' },
  'GET /api/desk/settings/version/': { for: 'edit settings' },
  'GET /api/desk/codes/': { for: 'edit codes' },
  'POST /api/desk/codes/': { for: 'edit codes' },
  'GET /api/desk/codes/{code}/': { for: 'edit codes' },
  'PATCH /api/desk/codes/{code}/': { for: 'edit codes' },
  'GET /api/desk/orders/{orderId}/receipt/': { for: 'see orders' },
  'GET /api/desk/catalogue/': { for: 'set sold out' },
  'POST /api/desk/catalogue/': { for: 'edit catalogue' },
  'GET /api/desk/catalogue/file/': { for: 'edit catalogue' },
  'POST /api/desk/catalogue/file/': { for: 'edit catalogue' },
  'POST /api/desk/catalogue/photos/': { for: 'edit catalogue' },
  'GET /api/desk/catalogue/photos/{photoId}/': { for: 'edit catalogue' },
  'POST /api/desk/catalogue/photos/{photoId}/retry/': { for: 'edit catalogue' },
  'GET /api/desk/catalogue/words/': { for: 'edit catalogue' },
  'GET /api/desk/catalogue/{productId}/': { for: 'edit catalogue' },
  'PUT /api/desk/catalogue/{productId}/': { for: 'edit catalogue' },
  'PUT /api/desk/catalogue/{productId}/price/': { for: 'edit catalogue' },
  'PUT /api/desk/catalogue/{productId}/status/': { for: 'set sold out' },
  'GET /api/desk/claims/': { for: 'answer claims' },
  'GET /api/desk/claims/waiting/': { for: 'answer claims' },
  'GET /api/desk/claims/{claimId}/': { for: 'answer claims' },
  'GET /api/desk/claims/{claimId}/delivery-photo/': { for: 'answer claims' },
  'GET /api/desk/claims/{claimId}/photo/': { for: 'answer claims' },
  'POST /api/desk/claims/{claimId}/answer/': { for: 'answer claims' },
  'POST /api/desk/claims/{claimId}/refund/': { for: 'refund' },
  'POST /api/desk/claims/{claimId}/replace/': { for: 'answer claims' },
  'GET /api/desk/live/': { for: 'staff' },
  'GET /api/desk/me/': { for: 'staff' },
  'GET /api/desk/orders/{orderId}/notes/': { for: 'see orders' },
  'POST /api/desk/orders/{orderId}/notes/': { for: 'see orders' },
  'GET /api/desk/orders/': { for: 'see orders' },
  'GET /api/desk/orders/counts/': { for: 'see orders' },
  'POST /api/desk/orders/move/': { for: 'see orders' },
  'GET /api/desk/orders/{orderId}/': { for: 'see orders' },
  'PATCH /api/desk/orders/{orderId}/': { for: 'see orders' },
  'POST /api/desk/orders/{orderId}/cancel/': { for: 'refund' },
  'POST /api/desk/orders/{orderId}/decline-cancel/': { for: 'refund' },
  'GET /api/desk/orders/{orderId}/letters/{letterId}/': { for: 'see orders' },
  'POST /api/desk/orders/{orderId}/letters/{letterId}/again/': { for: 'see orders' },
  'POST /api/desk/orders/{orderId}/refund/': { for: 'refund' },
  'POST /api/desk/orders/{orderId}/replace/': { for: 'see orders' },
  'GET /api/desk/print/': { for: 'tie' },
  'POST /api/desk/print/': { for: 'tie' },
  'GET /api/desk/print/run/': { for: 'tie' },
  'GET /api/desk/reviews/': { for: 'answer reviews' },
  'DELETE /api/desk/reviews/{reviewId}/answer/': { for: 'answer reviews' },
  'PUT /api/desk/reviews/{reviewId}/answer/': { for: 'answer reviews' },
  'POST /api/desk/reviews/{reviewId}/hide/': { for: 'answer reviews' },
  'POST /api/desk/reviews/{reviewId}/show/': { for: 'answer reviews' },
  'POST /api/desk/sign-out/': { for: 'staff' },
  'POST /api/desk/sign-in/options/': { for: 'open' },
  'POST /api/desk/sign-in/': { for: 'open' },
  'POST /api/desk/sign-in/link/': { for: 'open' },
  'POST /api/desk/sign-in/by-link/': { for: 'open' },
  'POST /api/desk/sign-in/by-code/': { for: 'open' },
  'GET /api/desk/invitations/{key}/': { for: 'open' },
  'POST /api/desk/invitations/{key}/options/': { for: 'open' },
  'POST /api/desk/invitations/{key}/join/': { for: 'open' },
  'POST /api/desk/invitations/{key}/link/': { for: 'open' },
  'POST /api/desk/confirm/options/': { for: 'staff' },
  'POST /api/desk/confirm/': { for: 'staff' },
  'GET /api/desk/devices/': { for: 'staff' },
  'DELETE /api/desk/devices/{id}/': { for: 'staff' },
  'POST /api/desk/passkeys/options/': { for: 'staff' },
  'POST /api/desk/passkeys/': { for: 'staff' },
  'DELETE /api/desk/passkeys/{id}/': { for: 'staff' },
  'POST /api/desk/recovery-codes/': { for: 'staff' },
  'GET /api/desk/staff/': { for: 'edit staff' },
  'POST /api/desk/staff/': { for: 'edit staff' },
  'PATCH /api/desk/staff/{id}/': { for: 'edit staff' },
  'POST /api/desk/staff/{id}/disable/': { for: 'edit staff' },
  'GET /api/desk/today/': { for: 'tie' },
  'POST /api/desk/orders/tie/': { for: 'tie' },
  'POST /api/desk/orders/take-back/': { for: 'tie' },
  'GET /api/desk/orders/{orderId}/ticket/': { for: 'tie' },
  'POST /api/desk/orders/{orderId}/count-tied/': { for: 'tie' },
  'PUT /api/desk/orders/{orderId}/cannot-be-tied/': { for: 'tie' },
  'DELETE /api/desk/orders/{orderId}/cannot-be-tied/': { for: 'tie' },
  'POST /api/desk/orders/{orderId}/swaps/': { for: 'tie' },
  'POST /api/desk/swaps/{swapId}/settle/': { for: 'tie' },
  'DELETE /api/desk/swaps/{swapId}/': { for: 'tie' },
  'GET /api/desk/flowers/': { for: 'tie' },
  'GET /api/desk/missing/': { for: 'tie' },
  'POST /api/desk/missing/': { for: 'tie' },
  'POST /api/desk/missing/cannot-be-tied/': { for: 'tie' },
  'POST /api/desk/missing/take-back/': { for: 'tie' },
  'GET /api/desk/stems/': { for: 'tie' },
  'PUT /api/desk/stems/bought/': { for: 'tie' },
  'PUT /api/desk/stems/cooler/': { for: 'tie' },
  'GET /api/desk/stems/csv/': { for: 'tie' },
  'GET /api/desk/deliveries/': { for: 'plan runs' },
  'GET /api/desk/my-runs/': { for: 'deliver' },
  'PATCH /api/desk/parcels/{orderId}/': { for: 'plan runs' },
  'POST /api/desk/parcels/collected/': { for: 'plan runs' },
  'POST /api/desk/runs/': { for: 'plan runs' },
  'PATCH /api/desk/runs/{runId}/': { for: 'plan runs' },
  'DELETE /api/desk/runs/{runId}/': { for: 'plan runs' },
  'POST /api/desk/runs/{runId}/leave/': { for: 'deliver' },
  'POST /api/desk/runs/{runId}/stops/': { for: 'plan runs' },
  'POST /api/desk/runs/{runId}/take-back/': { for: 'deliver' },
  'PUT /api/desk/runs/{runId}/stops/': { for: 'deliver' },
  'GET /api/desk/stops/{orderId}/': { for: 'deliver' },
  'POST /api/desk/stops/{orderId}/outcome/': { for: 'deliver' },
  'GET /api/desk/customers/': { for: 'see customers' },
  'GET /api/desk/customers/{customerId}/': { for: 'see customers' },
  'POST /api/desk/customers/{customerId}/copies/': { for: 'edit customers' },
  'GET /api/desk/customers/{customerId}/copy/': { for: 'edit customers' },
  'POST /api/desk/customers/{customerId}/delete/': { for: 'edit customers' },
  'POST /api/desk/customers/{customerId}/notes/': { for: 'edit customers' },
  'PUT /api/desk/customers/{customerId}/stop/': { for: 'edit customers' },
  'DELETE /api/desk/customers/{customerId}/stop/': { for: 'edit customers' },
  'GET /api/desk/history/': { for: 'see history' },
  'GET /api/desk/takings/': { for: 'see takings' },
  'GET /api/desk/codes/this-month/': { for: 'edit codes' },
  'GET /api/desk/history/csv/': { for: 'see history' },
  'POST /api/desk/history/exports/': { for: 'see history' },
  'GET /api/desk/takings/csv/': { for: 'see takings' },
  'POST /api/desk/takings/exports/': { for: 'see takings' },
  'GET /api/desk/takings/unknown-money/': { for: 'see takings' },
};

let shop: Awaited<ReturnType<typeof openTestShop>>;
let operations: Map<string, { security?: object[] }>;

beforeAll(async () => {
  shop = await openTestShop();
  const { paths } = (await shop.get('/api/docs/json')).json() as {
    paths: Record<string, Record<string, { security?: object[] }>>;
  };
  operations = new Map(
    Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/desk/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
  );
});
afterAll(() => shop.close());
beforeEach(() => shop.deps.db.execute(sql`truncate throttles, letters`));

/** Sends an empty request to an address in which every id is one that nothing has. */
function ask(name: string, headers: Record<string, string>) {
  const [method, path = ''] = name.split(' ') as [Parameters<typeof shop.call>[0], string];
  const url = path.replaceAll(/\{\w+\}/g, '999999');
  return shop.call(method, url, { headers, ...(method !== 'GET' && { body: {} }) });
}

test('every call of the desk has its row, and every row its call', { tags: 'G31' }, () => {
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
});

test('what the document calls private is private here, and nothing else', () => {
  for (const [name, { security }] of operations) {
    expect([name, JSON.stringify(security)]).toEqual([
      name,
      MATRIX[name]?.for === 'open' ? undefined : '[{"desk":[]}]',
    ]);
  }
});

const PRIVATE = Object.entries(MATRIX).filter(([, row]) => row.for !== 'open');

describe.each(sampler.pick(12, PRIVATE))('%s', (name, row) => {
  test('refuses nobody, customers, ended sessions and those who no longer work here', { tags: '§6.7' }, async () => {
    const { access } = await registerSomeone(shop);
    const origin = shop.deps.config.publicUrl;
    const ended = await employ(shop);
    const [session] = await shop.deps.db.select().from(staffSessions).where(eq(staffSessions.staffId, ended.id));
    await endStaffSession(shop.deps.db, ended.id, session?.id ?? '');
    const disabled = await employ(shop);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, disabled.id));
    const strangers = {
      nobody: { origin },
      'a customer': { origin, authorization: `Bearer ${access}` },
      'an ended session': ended.headers,
      'a disabled member': disabled.headers,
    };
    for (const [who, headers] of Object.entries(strangers)) {
      const response = await ask(name, headers);
      expect([who, response.status, response.json()]).toEqual([who, 401, { detail: 'Please sign in at the desk.' }]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test.each(ROLES.map((role) => [role]))('lets a %s in only with the right', async (role: Role) => {
    if (name === 'GET /api/desk/live/') return; // It never ends: live.test.ts opens it.
    const { headers } = await employ(shop, [role]);
    const { status } = await ask(name, headers);
    const isAllowed = row.for === 'staff' || may([role], row.for as Right);
    expect([role, status === 403, status === 401]).toEqual([role, !isAllowed, false]);
  });
});
