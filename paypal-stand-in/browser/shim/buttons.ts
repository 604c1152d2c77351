import { readReturn } from './browser-host.ts';
import { type Callbacks, type Funding, type Host, pay, resume } from './payment-flow.ts';

type Style = { height?: number; shape?: 'rect' | 'pill' | 'sharp'; layout?: string; label?: string };
export type ButtonsOptions = Callbacks & {
  fundingSource?: string;
  style?: Style;
  onInit?(data: object, actions: { enable(): Promise<void>; disable(): Promise<void> }): void;
};

const LOOKS: Record<Funding, { label: string; ground: string; ink: string }> = {
  paypal: { label: 'PayPal', ground: '#ffc439', ink: '#111111' },
  card: { label: 'Debit or Credit Card', ground: '#2c2e2f', ink: '#ffffff' },
};
const CORNERS = { rect: '4px', pill: '999px', sharp: '0' };

/**
 * Styles are set one by one on the element: a strict content security policy refuses style tags and attributes, not
 * these.
 */
function dress(element: HTMLElement, look: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, look);
}

function makeButton(funding: Funding, { height = 48, shape = 'rect', label: wording }: Style): HTMLButtonElement {
  const { label, ground, ink } = LOOKS[funding];
  const button = document.createElement('button');
  button.type = 'button';
  // The wording is of PayPal's own button alone; the card's is always the same.
  button.textContent = wording === 'pay' && funding === 'paypal' ? 'Pay with PayPal' : label;
  button.dataset.fundingSource = funding;
  dress(button, {
    boxSizing: 'border-box',
    width: '100%',
    minHeight: `${Math.max(height, 44)}px`,
    padding: '8px 16px',
    border: '0',
    borderRadius: CORNERS[shape],
    background: ground,
    color: ink,
    font: '600 17px/1.2 system-ui, sans-serif',
    cursor: 'pointer',
  });
  return button;
}

/** `paypal.Buttons(options)` for the ways to pay that the script's address allows. */
export function makeButtons(host: Host, allowed: readonly Funding[]) {
  return (options: ButtonsOptions) => {
    const settings = { ...options };
    const { fundingSource, style = {} } = settings;
    const shown = allowed.filter((funding) => fundingSource === undefined || funding === fundingSource);
    const root = document.createElement('div');
    const buttons = shown.map((funding) => makeButton(funding, style));
    let [disabled, busy] = [false, false];

    const show = () => {
      for (const button of buttons) {
        button.setAttribute('aria-disabled', String(disabled || busy));
        dress(button, { opacity: disabled ? '0.4' : '1', cursor: disabled || busy ? 'default' : 'pointer' });
      }
      root.setAttribute('aria-busy', String(busy));
    };
    const run = async (work: () => Promise<void>) => {
      busy = true;
      show();
      await work();
      busy = false;
      show();
    };
    for (const [at, funding] of shown.entries()) {
      buttons[at]?.addEventListener('click', () => {
        if (!disabled && !busy) void run(() => pay(host, settings, funding));
      });
    }
    const setDisabled = async (value: boolean) => {
      disabled = value;
      show();
    };
    const goOn = () => {
      const back = readReturn(window.location.hash);
      if (!back) return;
      window.history.replaceState(window.history.state, '', window.location.href.split('#')[0]);
      void run(() => resume(host, settings, back.orderID, back.answer));
    };

    const note = document.createElement('p');
    note.textContent = 'Pretended PayPal: no money moves.';
    dress(note, { margin: '0', font: '14px/1.4 system-ui, sans-serif', textAlign: 'center' });
    dress(root, { display: 'flex', flexDirection: 'column', gap: '12px' });
    root.append(...buttons, note);

    return {
      isEligible: () => shown.length > 0,
      async render(container: HTMLElement | string) {
        const place = typeof container === 'string' ? document.querySelector(container) : container;
        if (!place) throw new Error(`There is no element ${container} to put the buttons in.`);
        if (shown.length === 0) throw new Error(`${fundingSource} is not a way to pay here.`);
        show();
        place.append(root);
        settings.onInit?.({}, { enable: () => setDisabled(false), disable: () => setDisabled(true) });
        goOn();
      },
      async close() {
        root.remove();
      },
      async updateProps(more: Partial<ButtonsOptions>) {
        Object.assign(settings, more);
      },
      hasReturned: () => readReturn(window.location.hash) !== undefined,
      resume: goOn,
    };
  };
}
