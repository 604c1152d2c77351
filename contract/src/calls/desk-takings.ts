import * as z from 'zod';
import {
  ExportedTakings,
  ExportTakings,
  ExportTakingsQuery,
  ShowTakings,
  Takings,
  UnknownMoney,
} from '../desk-takings.ts';
import { callsOf, fileOf } from './call.ts';

const call = callsOf({ tags: ['Desk: takings'], may: 'see takings' });

/** What the shop took, and its files for the books. */
export const takingsCalls = {
  show: call('GET', '/api/desk/takings/', {
    summary: 'What a day, a week or a month took',
    query: ShowTakings,
    answer: Takings,
  }),
  findUnknownMoney: call('GET', '/api/desk/takings/unknown-money/', {
    summary: 'Ask PayPal for captures that the shop does not know; no money moves',
    answer: UnknownMoney,
    refuses: [409],
  }),
  export: call('POST', '/api/desk/takings/exports/', {
    summary: 'Where a file for the books can be had, once a passkey has confirmed who asks',
    body: ExportTakings,
    answer: ExportedTakings,
    confirmed: true,
  }),
  csv: call('GET', '/api/desk/takings/csv/', {
    summary: 'A file for the books',
    query: ExportTakingsQuery,
    answer: fileOf('text/csv', 'CSV', z.any()),
    confirmed: true,
  }),
};
