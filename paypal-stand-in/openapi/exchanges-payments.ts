import type { Driver } from './drive.ts';

const CAPTURE = '/v2/payments/captures/{capture_id}';
const REFUND = '/v2/payments/captures/{capture_id}/refund';
const REFUNDED = '/v2/payments/refunds/{refund_id}';
const gbp = (value: string) => ({ currency_code: 'GBP', value });
const ALL = { prefer: 'return=representation' };

export async function exchangePayments(
  { ask, control }: Driver,
  ids: { wallet: string; pending: string },
): Promise<void> {
  const { wallet, pending } = ids;
  await ask('get capture', { path: CAPTURE, id: wallet, method: 'GET', expect: 200 });
  await ask('get capture, pending', { path: CAPTURE, id: pending, method: 'GET', expect: 200 });
  await ask('get capture, unknown', { path: CAPTURE, id: 'NOSUCH', method: 'GET', expect: 404 });
  await ask('refund, pending', { path: REFUND, id: pending, body: {}, expect: 422 });
  const part = { amount: gbp('2.00'), note_to_payer: 'One stem was broken', custom_id: 'r-1', invoice_id: 'R-1' };
  const first = await ask('refund, part', { path: REFUND, id: wallet, body: part, expect: 201, headers: ALL });
  await ask('refund, too much', { path: REFUND, id: wallet, body: { amount: gbp('99.00') }, expect: 422 });
  await ask('refund, zero', { path: REFUND, id: wallet, body: { amount: gbp('0.00') }, expect: 422 });
  await ask('refund, dollars', {
    path: REFUND,
    id: wallet,
    body: { amount: { currency_code: 'USD', value: '1.00' } },
    expect: 422,
  });
  const id = { 'paypal-request-id': 'ref-1' };
  await ask('refund, the rest', { path: REFUND, id: wallet, body: {}, expect: 201, headers: id });
  await ask('refund again, same id', { path: REFUND, id: wallet, body: {}, expect: 201, headers: id });
  await ask('refund again', { path: REFUND, id: wallet, body: {}, expect: 422 });
  await ask('refund, unknown', { path: REFUND, id: 'NOSUCH', body: {}, expect: 404 });
  await ask('refund, misspelt key', { path: REFUND, id: wallet, body: { amuont: 1 }, bad: true, expect: 400 });
  await ask('get refund', { path: REFUNDED, id: first.id, method: 'GET', expect: 200 });
  await ask('get refund, unknown', { path: REFUNDED, id: 'NOSUCH', method: 'GET', expect: 404 });
  await control('clock', { advance_seconds: 10 });
  await ask('get capture, denied', { path: CAPTURE, id: pending, method: 'GET', expect: 200 });
}
