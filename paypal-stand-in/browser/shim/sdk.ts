import { makeHost } from './browser-host.ts';
import { makeButtons } from './buttons.ts';
import type { Funding } from './payment-flow.ts';

type Options = { components: string[]; funding: Funding[] };

/** Puts the namespace where the page expects it: `window.paypal`, or the name in data-namespace. */
export function startSdk({ components, funding }: Options): void {
  const script = document.currentScript as HTMLScriptElement;
  const host = makeHost(new URL('..', script.src).href);
  const notHere = () => Promise.reject(new Error('The stand-in has no card fields in the page. Use Buttons.'));
  const namespace = {
    version: '5.0.0-stand-in',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card', PAYLATER: 'paylater', CREDIT: 'credit', VENMO: 'venmo' },
    getFundingSources: () => [...funding],
    isFundingEligible: (source: string) => funding.some((known) => known === source),
    rememberFunding: () => {},
    ...(components.includes('buttons') && { Buttons: makeButtons(host, funding) }),
    ...(components.includes('hosted-fields') && { HostedFields: { isEligible: () => false, render: notHere } }),
  };
  Object.assign(window, { [script.dataset.namespace ?? 'paypal']: namespace });
}
