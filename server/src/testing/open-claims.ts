import { sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takeFlowerPhoto } from './claims.ts';
import { openTestShop } from './test-shop.ts';

export const TEXT = 'Half the heads are snapped off.';

/** A shop to which claims are sent over real HTTP, as browsers send them. */
export async function openClaims(options: Parameters<typeof openTestShop>[0] = {}) {
  const shop = await openTestShop(options);
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const photo = await takeFlowerPhoto();

  const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
  const at = (orderId: number, rest = '') => `${url}/api/user/orders/${orderId}/claim/${rest}`;
  const send = async (
    token: string,
    orderId: number,
    body: FormData | string,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(at(orderId), {
      method: 'POST',
      body,
      headers: { ...authorization(token), ...headers },
    });
    return { status: response.status, body: await response.json() };
  };

  return {
    shop,
    photo,
    authorization,
    at,
    send,
    report: (
      token: string,
      orderId: number,
      parts = fillClaim([
        ['text', TEXT],
        ['photo', photo],
      ]),
    ) => send(token, orderId, parts),
    get: (token: string, orderId: number, rest = '') => fetch(at(orderId, rest), { headers: authorization(token) }),
    /** How many claims and orders there are, and letters about either. */
    async count() {
      const { rows } = await shop.deps.db.execute(sql`
        select (select count(*)::int from claims) as claims, (select count(*)::int from orders) as orders,
          (select count(*)::int from letters where kind like 'claim%' or kind = 'order-to-tie') as letters`);
      return rows[0];
    },
  };
}
