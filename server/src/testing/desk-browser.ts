import type { Role } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { BY_SHOP } from '#server/features/staff/done-by.ts';
import { inviteColleague } from '#server/features/staff/invitations/invite-colleague.ts';
import { createPasskey } from './passkey.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

let count = 0;

/** A browser at the desk: it keeps cookies, and names the origin of its page. */
export function openBrowser(shop: Shop, { device = 'Firefox on Linux', network = '127.0.0.1' } = {}) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await shop.call(method, path, {
        ...(body !== undefined && { body }),
        remoteAddress: network,
        headers: {
          origin: shop.deps.config.publicUrl,
          'user-agent': device,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
      });
      for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: response.status, json: response.body === '' ? undefined : response.json() };
    },
    get(path: string) {
      return this.call('GET', path);
    },
    post(path: string, body: unknown = {}) {
      return this.call('POST', path, body);
    },
  };
}

/** Invites somebody from the command line; returns the key of the invitation. */
export async function invite({ deps }: Shop, roles: Role[] = ['florist'], name = 'Wren') {
  const email = `wren${++count}@shop.example`;
  const by = { at: deps.clock.now(), ...BY_SHOP, who: 'the shop' };
  const { staffId, link } = await deps.db.transaction((tx) => inviteColleague(deps, tx, { name, email, roles }, by));
  return { staffId, email, key: link.split('/').at(-1) ?? '' };
}

/** Somebody who was invited and has joined with a passkey, in a browser of their own. */
export async function joinWithPasskey(shop: Shop, roles: Role[] = ['florist'], name = 'Wren') {
  const { email, key, staffId } = await invite(shop, roles, name);
  const browser = openBrowser(shop);
  const passkey = createPasskey();
  const path = `/api/desk/invitations/${key}`;
  const options = await browser.post(`${path}/options/`, { name });
  const joined = await browser.post(`${path}/join/`, { name, passkey: passkey.make(options.json) });
  if (joined.status !== 200) throw new Error(`Joining was answered ${joined.status}: ${JSON.stringify(joined.json)}`);
  return { staffId, email, name, browser, passkey, me: joined.json as Me };
}
