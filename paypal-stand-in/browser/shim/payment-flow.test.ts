import { describe, expect, test } from 'vitest';
import { readReturn } from './browser-host.ts';
import { type Callbacks, type Host, type PopupResult, pay, resume } from './payment-flow.ts';

const APPROVED: PopupResult = { kind: 'approved', payerID: 'PAYER', funding: 'paypal' };

/** A browser that allows windows or not, and a buyer who answers in turn. Everything that happens is written down. */
function makeWorld(answers: PopupResult[], { popups = true } = {}) {
  const log: string[] = [];
  const host: Host = {
    open() {
      if (!popups) return null;
      log.push('window opens');
      let closed = false;
      return {
        isClosed: () => closed,
        goTo: (address) => log.push(`window shows ${address}`),
        close: () => {
          closed = true;
          log.push('window closes');
        },
      };
    },
    waitFor: async () => answers.shift() ?? { kind: 'cancelled' },
    redirect: (address) => log.push(`page goes to ${address}`),
    popupAddress: (id, funding) => `window:${id}:${funding}`,
    pageAddress: (id, funding) => `page:${id}:${funding}`,
  };
  const callbacks: Callbacks = {
    createOrder: async ({ paymentSource }) => {
      log.push(`createOrder ${paymentSource}`);
      return 'ORDER';
    },
    onApprove: async ({ orderID, payerID }) => {
      log.push(`onApprove ${orderID} ${payerID}`);
    },
    onCancel: ({ orderID }) => log.push(`onCancel ${orderID}`),
    onError: (error) => log.push(`onError ${(error as Error).message}`),
  };
  return { log, host, callbacks };
}

describe('a press of the button', () => {
  test('opens the window before the order is made, and closes it when the shop has confirmed', async () => {
    const { log, host, callbacks } = makeWorld([APPROVED]);
    await pay(host, callbacks, 'card');
    expect(log).toEqual([
      'window opens',
      'createOrder card',
      'window shows window:ORDER:card',
      'onApprove ORDER PAYER',
      'window closes',
    ]);
  });

  test('tells of a cancel, also when the window is just closed', async () => {
    const { log, host, callbacks } = makeWorld([]);
    await pay(host, callbacks, 'paypal');
    expect(log.slice(3)).toEqual(['onCancel ORDER', 'window closes']);
  });

  test('shows the approval again when the shop restarts', async () => {
    const { log, host, callbacks } = makeWorld([APPROVED, APPROVED]);
    let times = 0;
    await pay(
      host,
      {
        ...callbacks,
        onApprove: (_, actions) => {
          times += 1;
          return times === 1 ? actions.restart() : undefined;
        },
      },
      'paypal',
    );
    expect(times).toBe(2);
    expect(log).toEqual([
      'window opens',
      'createOrder paypal',
      'window shows window:ORDER:paypal',
      'window shows window:ORDER:paypal',
      'window closes',
    ]);
  });

  test('goes by the page itself where windows are not allowed', async () => {
    const { log, host, callbacks } = makeWorld([], { popups: false });
    await pay(host, callbacks, 'paypal');
    expect(log).toEqual(['createOrder paypal', 'page goes to page:ORDER:paypal']);
  });

  test.each<[string, Callbacks, string]>([
    ['createOrder fails', { createOrder: async () => Promise.reject(new Error('no stock')) }, 'no stock'],
    [
      'createOrder gives no id',
      { createOrder: async () => undefined as unknown as string },
      'createOrder has to give the id of an order.',
    ],
    ['onApprove fails', { onApprove: async () => Promise.reject(new Error('offline')) }, 'offline'],
  ])('ends in onError and a closed window when %s', async (_, broken, message) => {
    const { log, host, callbacks } = makeWorld([APPROVED]);
    await pay(host, { ...callbacks, ...broken }, 'paypal');
    expect(log.slice(-2)).toEqual(['window closes', `onError ${message}`]);
  });

  test.each([
    ['at once', 0],
    ['after a while', 1],
  ])('does nothing when onClick rejects %s', async (_, wait) => {
    const { log, host, callbacks } = makeWorld([]);
    const onClick: Callbacks['onClick'] = (_data, actions) =>
      wait ? Promise.resolve().then(actions.reject) : actions.reject();
    await pay(host, { ...callbacks, onClick }, 'paypal');
    expect(log.filter((line) => !line.startsWith('window'))).toEqual([]);
    expect(log.includes('window opens')).toBe(log.includes('window closes'));
  });
});

describe('back from a full page', () => {
  test('reads what happened from the address, and nothing from any other', () => {
    expect(readReturn('#paypal-stand-in=approved&token=T&PayerID=P&fundingSource=card')).toEqual({
      orderID: 'T',
      answer: { kind: 'approved', payerID: 'P', funding: 'card' },
    });
    expect(readReturn('#paypal-stand-in=cancelled&token=T')?.answer).toEqual({ kind: 'cancelled' });
    expect(readReturn('#step-2')).toBeUndefined();
    expect(readReturn('')).toBeUndefined();
  });

  test('goes on with the payment, and leaves again on restart', async () => {
    const { log, host, callbacks } = makeWorld([]);
    await resume(host, callbacks, 'T', APPROVED);
    await resume(host, { ...callbacks, onApprove: (_, actions) => actions.restart() }, 'T', APPROVED);
    expect(log).toEqual(['onApprove T PAYER', 'page goes to page:T:paypal']);
  });
});
