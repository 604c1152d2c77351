import { expect, test } from 'vitest';
import { cataloguePage } from './catalogue/catalogue-page.tsx';
import { claimPage } from './claims/claim-page.tsx';
import { newCodePage } from './codes/new-code-page.tsx';
import type { DeskPage } from './desk-page.ts';
import { refundPage } from './orders/refund-page.tsx';
import { changeSettings } from './settings/change-settings.ts';

const newCode = (form: Record<string, string>) => ({ kind: 'pounds', value: '5', ...form });

/** Every form of the desk in which somebody types pounds, and the field that they are sent in. */
test.each<[string, DeskPage<never>['act'], (pounds: string) => Record<string, string>, string]>([
  ['a price', cataloguePage.act, (price) => ({ do: 'price', bouquet: '1', price }), 'price'],
  ['a refund', refundPage.act, (amount) => ({ what: 'sum', amount }), 'amount'],
  ['a refund for a claim', claimPage.act, (amount) => ({ do: 'refund', amount }), 'amount'],
  ['what a code takes off', newCodePage.act, (value) => newCode({ value }), 'value'],
  ['what a code needs', newCodePage.act, (least) => newCode({ least }), 'least'],
  ['the delivery fee', changeSettings, (fee) => ({ do: 'delivery', fee }), 'fee'],
])('%s is understood as £1,200, with spaces around it, and without the sign', async (_, act, toForm, field) => {
  for (const [typed, pounds] of [
    ['£1,200', 1200],
    [' £1,200.50 ', 1200.5],
    ['1200', 1200],
  ] as const) {
    const sent: unknown[] = [];
    const send = async <T>(...[, , body]: [string, string, unknown?]) => sent.push(body) as T;
    const form = new FormData();
    for (const [name, value] of Object.entries(toForm(typed))) form.set(name, value);
    await act?.({ get: send, send } as never, form, {});
    expect(sent).toMatchObject([{ [field]: pounds }]);
  }
});
