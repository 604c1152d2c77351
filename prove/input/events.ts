import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../http-client.ts';
import type { Random } from '../random.ts';
import { FORGERIES, type Sign, type Transmission } from '../webhooks/transmissions.ts';
import { ATTACKS, RAW_VALUES } from './attacks.ts';
import { attack, spoil } from './spoil.ts';

export const WEBHOOK = '/api/payments/paypal/webhook/';

const TYPES = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED', 'X'];
const HEADERS = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-time', 'transmission-sig'];

/** An event of the provider, in which everything may be wrong; half of them are signed all the same. */
export function makeEvent(dice: Random, sign: Sign): HttpRequest {
  const event = {
    id: `WH-${randomUUID()}`,
    event_type: dice.oneOf(TYPES),
    create_time: new Date().toISOString(),
    resource: {
      ...{ id: dice.oneOf(['5O190127TN364715T', 'CAP-1']), custom_id: randomUUID(), invoice_id: 'ML-1' },
      amount: { currency_code: 'GBP', value: '12.00' },
      purchase_units: [{ custom_id: randomUUID() }],
      links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP-1' }],
      supplementary_data: { related_ids: { order_id: '5O190127TN364715T' } },
    },
  };
  const body = dice.oneOf([
    () => JSON.stringify(event),
    () => spoil(dice, event),
    () => spoil(dice, event),
    () => attack(dice, event),
    () => attack(dice, event),
    () => dice.oneOf(RAW_VALUES),
    () => dice.oneOf(ATTACKS).toWellFormed(),
  ])();
  const { headers } = disturb(dice, dice.roll() < 0.5 ? sign(body) : dice.oneOf(Object.values(FORGERIES))(event, sign));
  if (dice.roll() < 0.1) headers['content-type'] = dice.oneOf(['text/plain', 'application/xml', 'application/json;;']);
  return { method: 'POST', path: WEBHOOK, headers, body };
}

/** Now and then with something else where one of its headers was, or without it. */
function disturb(dice: Random, { body, headers }: Transmission): Transmission {
  if (dice.roll() < 0.7) return { body, headers: { ...headers } };
  const name = `paypal-${dice.oneOf(HEADERS)}`;
  const words = dice.oneOf(ATTACKS).slice(0, 2_000);
  // Only what can stand in a header at all.
  const value = words.replaceAll(/[^\x20-\x7e]/g, '');
  const rest = Object.entries(headers).filter(([key]) => key !== name);
  return { body, headers: { ...Object.fromEntries(rest), ...(dice.roll() < 0.7 && { [name]: value }) } };
}
