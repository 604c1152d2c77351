import { AddCode, CodeParams, CodesThisMonth, DeskCode, DeskCodes, ListDeskCodes, SwitchCode } from '../desk-codes.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: promo codes'], may: 'edit codes' });

/** Promo codes: what they give, and what they brought. */
export const codeCalls = {
  list: call('GET', '/api/desk/codes/', {
    summary: 'Promo codes, the newest first',
    query: ListDeskCodes,
    answer: DeskCodes,
  }),
  add: call('POST', '/api/desk/codes/', {
    summary: 'Make a promo code',
    description: 'What it gives and for whom never changes afterwards: it can only be ended, and opened again.',
    body: AddCode,
    answer: DeskCode,
    status: 201,
  }),
  sumUpMonth: call('GET', '/api/desk/codes/this-month/', {
    summary: 'What all codes gave and brought this month',
    answer: CodesThisMonth,
  }),
  find: call('GET', '/api/desk/codes/:code/', {
    summary: 'One promo code',
    params: CodeParams,
    answer: DeskCode,
    refuses: [404],
  }),
  switch: call('PATCH', '/api/desk/codes/:code/', {
    summary: 'End a promo code, or open it again',
    params: CodeParams,
    body: SwitchCode,
    answer: DeskCode,
    refuses: [404],
  }),
};
