import { describe, expect, test } from 'vitest';
import { ProviderEvent } from './paypal-responses.ts';

const event = (more: object) => ({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {}, ...more });

describe('an event of the provider', () => {
  test.each(['a\0b', '\ud800', 'a\udfffb'])('goes without a hint that the database cannot keep: %j', (words) => {
    const resource = {
      id: 'CAP-1',
      invoice_id: words,
      custom_id: words,
      amount: { currency_code: 'GBP', value: words },
      links: [{ rel: 'up', href: words }],
      supplementary_data: { related_ids: { order_id: words } },
    };
    const kept = ProviderEvent.parse(event({ resource }));
    expect(JSON.parse(JSON.stringify(kept.resource))).toEqual({
      id: 'CAP-1',
      links: [{ rel: 'up' }],
      supplementary_data: { related_ids: {} },
    });
  });

  test.each([{ id: 'WH\0' }, { id: '\ud800' }, { event_type: 'X\0' }])('is none with %j for a name', (name) => {
    expect(ProviderEvent.safeParse(event(name)).success).toBe(false);
  });

  test('keeps a character that is two halves', () => {
    expect(ProviderEvent.parse(event({ resource: { invoice_id: '🌻' } })).resource.invoice_id).toBe('🌻');
  });
});
