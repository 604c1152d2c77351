import type { Funding, Host, Popup, PopupResult } from './payment-flow.ts';

const CHECK_MS = 250;
const MARK = 'paypal-stand-in';
const CUT_OFF =
  'PayPal stand-in: the window closed before it was heard of. If this page sends Cross-Origin-Opener-Policy, it has to be same-origin-allow-popups.';

type Message = { standIn?: string; token?: string } & (PopupResult | { kind: 'ready' });

/**
 * The browser, as a payment sees it. `base` is where the stand-in's own pages are, at the origin of the shop. Windows
 * are known by that origin and by their handle, never by name alone.
 */
export function makeHost(base: string): Host {
  const windows = new WeakMap<Popup, Window>();

  const toAddress = (orderID: string, funding: Funding, rest: Record<string, string>) =>
    `${base}checkoutnow?${new URLSearchParams({ token: orderID, fundingSource: funding, ...rest })}`;

  return {
    open() {
      const opened = window.open('', MARK, 'popup,width=480,height=760');
      if (!opened || opened.closed) return null;
      sayWait(opened);
      const popup: Popup = {
        isClosed: () => opened.closed,
        goTo: (address) => {
          opened.location = address;
        },
        close: () => opened.close(),
      };
      windows.set(popup, opened);
      window.addEventListener('pagehide', () => opened.close(), { once: true });
      return popup;
    },
    waitFor(popup, orderID) {
      return new Promise((resolve) => {
        const opened = windows.get(popup);
        let [ready, gone] = [false, false];
        const settle = (answer: PopupResult) => {
          clearInterval(check);
          window.removeEventListener('message', hear);
          resolve(answer);
        };
        const hear = ({ origin: from, source, data }: MessageEvent<Message>) => {
          if (from !== window.location.origin || source !== opened || data?.standIn !== MARK || data.token !== orderID)
            return;
          if (data.kind === 'ready') ready = true;
          else settle(data);
        };
        const check = setInterval(() => {
          // One more round after the close, for a message that is still on its way.
          if (gone && !ready) console.error(CUT_OFF);
          if (gone) settle({ kind: 'cancelled' });
          gone = popup.isClosed();
        }, CHECK_MS);
        window.addEventListener('message', hear);
      });
    },
    redirect: (address) => window.location.assign(address),
    popupAddress: (orderID, funding) => toAddress(orderID, funding, {}),
    pageAddress: (orderID, funding) =>
      toAddress(orderID, funding, { page: window.location.pathname + window.location.search }),
  };
}

/** An empty window can be written to until the stand-in's page is shown in it. */
function sayWait({ document: page }: Window): void {
  page.title = 'One moment';
  page.documentElement.lang = 'en-GB';
  page.body.textContent = 'One moment. The shop is making your order.';
  page.body.style.font = '18px/1.5 system-ui, sans-serif';
  page.body.style.padding = '24px';
}

/** The result in the URL after a return from a full page, if any. */
export function readReturn(hash: string): { orderID: string; answer: PopupResult } | undefined {
  const words = new URLSearchParams(hash.slice(1));
  const [kind, orderID] = [words.get(MARK), words.get('token')];
  if (!orderID || (kind !== 'approved' && kind !== 'cancelled')) return undefined;
  if (kind === 'cancelled') return { orderID, answer: { kind } };
  const funding = words.get('fundingSource') === 'card' ? 'card' : 'paypal';
  return { orderID, answer: { kind, payerID: words.get('PayerID') ?? '', funding } };
}
