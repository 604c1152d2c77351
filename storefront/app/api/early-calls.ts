import { readAccountTab, showsCart } from '#contract/page-frames.ts';

const CHARSET = '<meta charSet="utf-8"/>';
const ORDER = /^\/history\/(\d{1,10})$/;
const CART = '/api/user/orders/?status=P,W';
const PROFILE = '/api/user/profile/';
const BY_TAB = {
  history: ['/api/user/orders/?status=C&limit=11', '/api/user/orders/?status=X&limit=11', CART],
  addresses: ['/api/user/profile/address/'],
  details: ['/api/user/profile/sessions/'],
  reminders: ['/api/user/profile/reminders/'],
};

/** What a private page fetches first, to the letter as its scripts would. */
export function listEarlyCalls({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string[] {
  if (pathname === '/cart') return showsCart(searchParams) ? [CART] : [];
  if (pathname === '/profile') return [PROFILE, ...BY_TAB[readAccountTab(searchParams)]];
  const [, order] = ORDER.exec(pathname) ?? [];
  return order ? [`/api/user/orders/${order}/`] : [];
}

/**
 * Makes the calls of a page as the person signed in. Its text is a script in the head of the page, so it uses nothing from outside.
 * It renews no token: one that has expired is left to the scripts, and so is every failure. How far the flowers of an order are is
 * asked for once it is known to be paid for: before, they are nowhere, and of a cancelled one the page does not ask.
 */
export function startEarlyCalls(paths: string[]): void {
  try {
    const access = localStorage.getItem('access_token') ?? '';
    if (!access && !localStorage.getItem('refresh_token')) document.documentElement.dataset.guest = '';
    const claims = JSON.parse(atob((access.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (!(claims.exp > Date.now() / 1000 + 10)) return;
    const headers = { authorization: `Bearer ${access}` };
    const at = performance.now();
    const calls: NonNullable<typeof window.earlyCalls> = new Map();
    const call = (path: string) => {
      const response = fetch(path, { headers, signal: AbortSignal.timeout(10_000) });
      calls.set(path, { access, cartSeen: localStorage.getItem('cart_seen'), at, response });
      response
        .then((found) => (/\/\d+\/$/.test(path) && found.ok ? found.clone().json() : undefined))
        .then((order) => {
          if (order?.status === 'C' && window.earlyCalls === calls) call(`${path}delivery/`);
        })
        .catch(() => {});
    };
    window.earlyCalls = calls;
    for (const path of paths) call(path);
  } catch {
    // Nobody is signed in, storage is forbidden, or the browser is too old.
  }
}

/** The page with the script that makes its calls. It stands before the stylesheets, for which scripts wait. */
export function addEarlyCalls(html: string, address: URL, nonce: string): string {
  const paths = listEarlyCalls(address);
  if (paths.length === 0) return html;
  const script = `<script nonce="${nonce}">(${startEarlyCalls})(${JSON.stringify(paths)})</script>`;
  return html.replace(CHARSET, () => `${CHARSET}${script}`);
}
