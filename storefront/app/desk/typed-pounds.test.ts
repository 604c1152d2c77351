import { afterEach, expect, test, vi } from 'vitest';
import { answerClaim } from './claims/answer-claim.ts';
import { addCode } from './codes/add-code.ts';
import type { Press } from './desk-page.tsx';
import { refundOrder } from './orders/refund-order.ts';
import { changeSettings } from './settings/change-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const newCode = (form: Record<string, string>) => ({ kind: 'pounds', value: '5', ...form });

/** Every form of the desk in which somebody types pounds, and the field that they are sent in; prices are in use-prices.test.tsx. */
test.each<[string, Press, (pounds: string) => Record<string, string>, string]>([
  ['a refund', refundOrder, (amount) => ({ what: 'sum', amount }), 'amount'],
  ['a refund for a claim', answerClaim, (amount) => ({ do: 'refund', amount }), 'amount'],
  ['what a code takes off', addCode, (value) => newCode({ value }), 'value'],
  ['what a code needs', addCode, (least) => newCode({ least }), 'least'],
  ['the delivery fee', changeSettings, (fee) => ({ do: 'delivery', fee }), 'fee'],
])('%s is understood as £1,200, with spaces around it, and without the sign', async (_, press, toForm, field) => {
  for (const [typed, pounds] of [
    ['£1,200', 1200],
    [' £1,200.50 ', 1200.5],
    ['1200', 1200],
  ] as const) {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return new Response('{"code":"SPRING"}');
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(toForm(typed))) form.set(name, value);
    await press(form, {});
    expect(sent).toMatchObject([{ [field]: pounds }]);
  }
});
