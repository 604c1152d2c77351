import { parse } from 'csv-parse/sync';
import { addDays, londonDay } from '#contract/delivery.ts';
import type { Books, Takings } from '#contract/desk-takings.ts';
import { formatPounds, toPence } from '#contract/money.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { spanOf, TAKINGS_PERIODS } from '#contract/takings-period.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { type HttpClient, requireStatus } from '../rig/http-client.ts';
import type { Line } from './proof.ts';
import type { TestEnvironment } from './test-environment.ts';

type Read = (path: string) => Promise<string>;
type Row = Record<string, string>;
/** What is said in each place, in pence. */
type Said = Record<string, number>;

/** A proof is over within a day, but it may have begun before midnight. */
const listDays = (): string[] => {
  const today = londonDay(new Date());
  return [addDays(today, -1), today];
};

/**
 * What the owner reads, on the takings page and in every file for the books, is what the provider has, to the penny. Only the
 * provider's ledger is asked what is right: money that belonged to no order has gone back, and adds up to nothing in it.
 */
export async function compareTakings(env: TestEnvironment, client: HttpClient): Promise<Line> {
  const { cookie } = await signInStaff(env.database(), 'Wren Adeyemi', ['owner']);
  const headers = { cookie: `${DESK_COOKIE}=${cookie}` };
  const read: Read = async (path) => requireStatus(200, { path }, await client.send({ path, headers })).text;
  const ledger = await env.provider.ledger();
  const has = sum(ledger.map(({ pence }) => pence));
  const lost: string[] = [];
  const said = { ...(await readPages(read, lost)), ...(await readBooks(read)) };
  for (const [where, pence] of Object.entries(said)) {
    if (pence !== has) lost.push(`${where} say ${pence} pence, and the provider has ${has}`);
  }
  const figures = `${formatPounds(has / 100)} on ${Object.keys(said).length} pages and files`;
  return { what: 'takings to the penny', tried: ledger.length, faults: 0, lost, figures };
}

/** By day, week and month: the sums, what is said about PayPal beside them, and that the page shows both. */
async function readPages(read: Read, lost: string[]): Promise<Said> {
  const said: Said = {};
  for (const period of TAKINGS_PERIODS) {
    const firsts = new Set(listDays().map((day) => spanOf(period, day).from));
    let pence = 0;
    for (const day of firsts) {
      const query = `period=${period}&day=${day}`;
      const { sums, agreement, days } = JSON.parse(await read(`/api/desk/takings/?${query}`)) as Takings;
      pence += toPence(sums.takings);
      const known = agreement.differences.filter(({ paypal }) => paypal !== null);
      if (known.length > 0) lost.push(`${query} says that PayPal differs: ${JSON.stringify(known)}`);
      if (agreement.unread === 0 && !agreement.is_equal) lost.push(`${query} differs: ${JSON.stringify(agreement)}`);
      const shown = sum(days.map(({ takings }) => toPence(takings)));
      if (period !== 'day' && shown !== toPence(sums.takings)) lost.push(`the days of ${query} add up to ${shown}`);
      const page = await read(`/desk/takings?${query}`);
      if (!page.includes(formatPounds(sums.takings))) lost.push(`/desk/takings?${query} does not show its takings`);
    }
    said[`takings by ${period}`] = pence;
  }
  return said;
}

/** What each file for the books adds up to: invoices less credit notes. */
async function readBooks(read: Read): Promise<Said> {
  const [from, to] = listDays();
  const rowsOf = async (file: Books): Promise<Row[]> =>
    parse(await read(`/api/desk/takings/csv/?file=${file}&from=${from}&to=${to}`), { columns: true, bom: true });
  const add = (rows: Row[], column: string) => sum(rows.map((row) => toPence(Number(row[column]))));
  const total = (await rowsOf('days')).filter(({ Day }) => Day === 'Total');
  const less = async (program: 'xero' | 'quickbooks', column: string) =>
    add(await rowsOf(`${program}-invoices`), column) - add(await rowsOf(`${program}-credit-notes`), column);
  return {
    'the file of days': add(total, 'Takings'),
    'the file of orders': add(await rowsOf('orders'), 'Amount'),
    'the files for Xero': await less('xero', '*UnitAmount'),
    'the files for QuickBooks': await less('quickbooks', '*ItemAmount'),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
