import * as z from 'zod';
import { CountCooler, ListStems, MarkBought, StemsToBuy } from '../desk-stems.ts';
import { callsOf, fileOf } from './call.ts';

const call = callsOf({ tags: ['Desk: stems'], may: 'tie' });

/** What to buy at the market. */
export const stemCalls = {
  list: call('GET', '/api/desk/stems/', {
    summary: 'Stems to buy for a day or for several',
    query: ListStems,
    answer: StemsToBuy,
  }),
  csv: call('GET', '/api/desk/stems/csv/', {
    summary: 'The same list as a spreadsheet',
    query: ListStems,
    answer: fileOf('text/csv', 'CSV', z.string()),
  }),
  markBought: call('PUT', '/api/desk/stems/bought/', {
    summary: 'Tick a flower as bought, or take the tick away',
    body: MarkBought,
  }),
  countCooler: call('PUT', '/api/desk/stems/cooler/', {
    summary: 'Say how many stems of a flower are in the cooler',
    body: CountCooler,
  }),
};
