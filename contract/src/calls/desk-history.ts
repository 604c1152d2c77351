import * as z from 'zod';
import { ExportedHistory, ExportHistory, History, ListHistory } from '../desk-history.ts';
import { callsOf, fileOf } from './call.ts';

const call = callsOf({ tags: ['Desk: history'], may: 'see history' });

/** Who did what. There is no call that changes it. */
export const historyCalls = {
  list: call('GET', '/api/desk/history/', {
    summary: 'What was done at the desk, by whom and when',
    query: ListHistory,
    answer: History,
  }),
  export: call('POST', '/api/desk/history/exports/', {
    summary: 'Where the history can be had as a file, once a passkey has confirmed who asks',
    query: ExportHistory,
    answer: ExportedHistory,
    confirmed: true,
  }),
  csv: call('GET', '/api/desk/history/csv/', {
    summary: 'The history as a file',
    query: ExportHistory,
    answer: fileOf('text/csv', 'CSV', z.any()),
    confirmed: true,
  }),
};
