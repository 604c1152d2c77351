export type Funding = 'paypal' | 'card';

type ApproveData = { orderID: string; payerID: string; paymentSource: Funding; facilitatorAccessToken: string };
type ApproveActions = { restart(): Promise<void>; redirect(url: string): void };

/** The callbacks of Buttons() that matter to a payment. */
export type Callbacks = {
  createOrder?(data: { paymentSource: Funding }, actions: object): Promise<string> | string;
  onApprove?(data: ApproveData, actions: ApproveActions): Promise<void> | void;
  onCancel?(data: { orderID?: string }, actions: { redirect(url: string): void }): void;
  onError?(error: unknown): void;
  onClick?(
    data: { fundingSource: Funding },
    actions: { resolve(): Promise<void>; reject(): Promise<void> },
  ): Promise<unknown> | unknown;
};

export type PopupResult =
  | { kind: 'approved'; payerID: string; funding: Funding }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message: string };

export type Popup = { isClosed(): boolean; goTo(address: string): void; close(): void };

/** What a payment needs of the browser. */
export type Host = {
  /** An empty window, or null if the browser blocks it. */
  open(): Popup | null;
  waitFor(popup: Popup, orderID: string): Promise<PopupResult>;
  /** Leaves this page. */
  redirect(address: string): void;
  popupAddress(orderID: string, funding: Funding): string;
  pageAddress(orderID: string, funding: Funding): string;
};

/** One press of a button, from the click to the callback that ends it. */
export async function pay(host: Host, callbacks: Callbacks, funding: Funding): Promise<void> {
  let popup: Popup | null = null;
  try {
    let refused = false;
    const clicked = callbacks.onClick?.(
      { fundingSource: funding },
      {
        resolve: async () => {},
        reject: async () => {
          refused = true;
        },
      },
    );
    if (refused) return;
    // Browsers allow a new window only during the click itself, so it is opened before anything is waited for.
    popup = host.open();
    await clicked;
    if (refused) return popup?.close();
    const orderID = await callbacks.createOrder?.({ paymentSource: funding }, {});
    if (typeof orderID !== 'string' || orderID === '') {
      throw new Error('createOrder has to give the id of an order.');
    }
    if (!popup) return host.redirect(host.pageAddress(orderID, funding));
    popup.goTo(host.popupAddress(orderID, funding));
    await seeThrough(host, callbacks, { orderID, funding, popup });
  } catch (error) {
    popup?.close();
    report(callbacks, error);
  }
}

/** The buyer is back from a full page: the rest of the payment, without a window. */
export async function resume(host: Host, callbacks: Callbacks, orderID: string, answer: PopupResult): Promise<void> {
  try {
    const funding = answer.kind === 'approved' ? answer.funding : 'paypal';
    const again = await conclude(host, callbacks, orderID, answer);
    if (again) host.redirect(host.pageAddress(orderID, funding));
  } catch (error) {
    report(callbacks, error);
  }
}

type Attempt = { orderID: string; funding: Funding; popup: Popup };

async function seeThrough(host: Host, callbacks: Callbacks, { orderID, funding, popup }: Attempt): Promise<void> {
  const answer = await host.waitFor(popup, orderID);
  // The window stays while the shop confirms: after a decline the buyer goes on in it.
  const again = await conclude(host, callbacks, orderID, answer);
  if (!again) return popup.close();
  const window = popup.isClosed() ? host.open() : popup;
  if (!window) return host.redirect(host.pageAddress(orderID, funding));
  window.goTo(host.popupAddress(orderID, funding));
  return seeThrough(host, callbacks, { orderID, funding, popup: window });
}

/** Calls the shop's callback; true if it wants the buyer to choose again. */
async function conclude(host: Host, callbacks: Callbacks, orderID: string, answer: PopupResult): Promise<boolean> {
  if (answer.kind === 'failed') throw new Error(answer.message);
  const redirect = (address: string) => host.redirect(address);
  if (answer.kind === 'cancelled') {
    callbacks.onCancel?.({ orderID }, { redirect });
    return false;
  }
  let again = false;
  await callbacks.onApprove?.(
    { orderID, payerID: answer.payerID, paymentSource: answer.funding, facilitatorAccessToken: '' },
    {
      redirect,
      restart: async () => {
        again = true;
      },
    },
  );
  return again;
}

function report(callbacks: Callbacks, error: unknown): void {
  if (callbacks.onError) callbacks.onError(error);
  else console.error('PayPal stand-in:', error);
}
