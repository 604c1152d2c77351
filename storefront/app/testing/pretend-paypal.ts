import { vi } from 'vitest';

type Options = {
  createOrder(): Promise<string>;
  onApprove(data: { orderID: string }, actions: { restart: () => void }): Promise<void>;
  onCancel(): void;
  onError(error: unknown): void;
};

/**
 * The payment service in place of its script: one button, which does what its window would. Returns the addresses from which the page
 * fetched the script, and what the buyer does in the window.
 */
export function pretendPayPal() {
  const scripts: string[] = [];
  const restart = vi.fn();
  const opened: { paypalId?: string; options?: Options } = {};
  const open = async (options: Options) => {
    try {
      opened.paypalId = await options.createOrder();
      opened.options = options;
    } catch (error) {
      options.onError(error);
    }
  };
  const drawButtons = (options: Options) => ({
    isEligible: () => true,
    close: async () => {},
    updateProps: async () => {},
    async render(place: HTMLElement) {
      const button = Object.assign(document.createElement('button'), { textContent: 'Pay with PayPal' });
      button.addEventListener('click', () => void open(options));
      place.append(button);
    },
  });
  const insert = document.head.insertBefore.bind(document.head);
  vi.spyOn(document.head, 'insertBefore').mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement)) return insert(node, before);
    scripts.push(node.src);
    vi.stubGlobal('paypal', { Buttons: drawButtons, FUNDING: {}, version: '0' });
    queueMicrotask(() => node.onload?.(new Event('load')));
    return node;
  });
  const act = () => opened.options ?? raise();
  return {
    scripts,
    restart,
    approve: () => act().onApprove({ orderID: opened.paypalId ?? '' }, { restart }),
    close: () => act().onCancel(),
    fail: () => act().onError(new Error('The window broke.')),
  };
}

function raise(): never {
  throw new Error('No payment was opened.');
}
