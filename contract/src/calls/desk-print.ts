import { ListPrinted, PrintedOrders, RecordPrints, RunSheet, ShowRunSheet } from '../desk-print.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: print'], may: 'tie' });

/** What is printed, one or many. */
export const printCalls = {
  list: call('GET', '/api/desk/print/', {
    summary: 'What is printed for some orders, of a run or of a day',
    query: ListPrinted,
    answer: PrintedOrders,
  }),
  record: call('POST', '/api/desk/print/', {
    summary: 'A sheet was printed for these orders',
    description: 'The next one of the same kind says that it is a reprint.',
    body: RecordPrints,
  }),
  showRun: call('GET', '/api/desk/print/run/', {
    summary: 'The sheet of a run',
    query: ShowRunSheet,
    answer: RunSheet,
    refuses: [404],
  }),
};
