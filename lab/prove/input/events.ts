import { randomUUID } from 'node:crypto';
import { ATTACKS, RAW_VALUES } from '#server/testing/hostile-input/hostile-values.ts';
import { attackBody, spoilBody } from '#server/testing/hostile-input/spoil-body.ts';
import type { Random } from '#server/testing/random.ts';
import type { HttpRequest } from '../../rig/http-client.ts';
import { FORGERIES, type Sign, type Transmission } from '../webhooks/transmissions.ts';

export const WEBHOOK = '/api/payments/paypal/webhook/';

const TYPES = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED', 'X'];
const HEADERS = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-time', 'transmission-sig'];

/** An event of the provider, in which everything may be wrong; half of them are signed all the same. */
export function makeEvent(random: Random, sign: Sign): HttpRequest {
  const event = {
    id: `WH-${randomUUID()}`,
    event_type: random.oneOf(TYPES),
    create_time: new Date().toISOString(),
    resource: {
      id: random.oneOf(['5O190127TN364715T', 'CAP-1']),
      custom_id: randomUUID(),
      invoice_id: 'ML-1',
      amount: { currency_code: 'GBP', value: '12.00' },
      purchase_units: [{ custom_id: randomUUID() }],
      links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP-1' }],
      supplementary_data: { related_ids: { order_id: '5O190127TN364715T' } },
    },
  };
  const body = random.oneOf([
    () => JSON.stringify(event),
    () => spoilBody(random, event),
    () => spoilBody(random, event),
    () => attackBody(random, event),
    () => attackBody(random, event),
    () => random.oneOf(RAW_VALUES),
    () => random.oneOf(ATTACKS).toWellFormed(),
  ])();
  const { headers } = disturb(
    random,
    random.roll() < 0.5 ? sign(body) : random.oneOf(Object.values(FORGERIES))(event, sign),
  );
  if (random.roll() < 0.1)
    headers['content-type'] = random.oneOf(['text/plain', 'application/xml', 'application/json;;']);
  return { method: 'POST', path: WEBHOOK, headers, body };
}

/** Sometimes replaces or removes one of its headers. */
function disturb(random: Random, { body, headers }: Transmission): Transmission {
  if (random.roll() < 0.7) return { body, headers: { ...headers } };
  const name = `paypal-${random.oneOf(HEADERS)}`;
  const words = random.oneOf(ATTACKS).slice(0, 2_000);
  // Only what can stand in a header at all.
  const value = words.replaceAll(/[^\x20-\x7e]/g, '');
  const rest = Object.entries(headers).filter(([key]) => key !== name);
  return { body, headers: { ...Object.fromEntries(rest), ...(random.roll() < 0.7 && { [name]: value }) } };
}
