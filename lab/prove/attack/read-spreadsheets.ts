import { parse } from 'csv-parse/sync';
import { londonDay } from '#contract/delivery.ts';
import { BOOKS } from '#contract/desk-takings.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { createCustomer } from '../../rig/customer.ts';
import { type HttpClient, requireStatus } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';
import { plantCatalogue } from './plant-catalogue.ts';

/** What a spreadsheet would run. */
const FORMULAS = ['=cmd|calc!A1', '+cmd|calc!A1', '-cmd|calc!A1', '@SUM(1+1)', "'=1+1", '＝cmd|calc!A1'];
const RUNS = /^\s*[=+\-@\t\r＝＋－＠]/;
const ESCAPED = /^'+[=+\-@＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Customers and bouquets that are called by formulas, and refunds for such reasons: no file of the desk runs one. */
export async function readSpreadsheets(env: TestEnvironment, client: HttpClient): Promise<Line> {
  const { cookie } = await signInStaff(env.database(), 'Wren Adeyemi', ['owner']);
  const headers = { cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP };
  const day = londonDay(new Date());
  const products = await plantCatalogue(env, FORMULAS);
  for (const [number, words] of FORMULAS.entries()) {
    const customer = await createCustomer(client, { form: { first_name: words, last_name: words } });
    const address = await customer.addAddress({
      city: words,
      street_address: words,
      apartment_address: words,
      postal_code: 'E8 3PN',
      recipient_name: words,
    });
    const order = await customer.buy(env.provider, { product: products[number] as number, address, note: words });
    const path = `/api/desk/orders/${order}/`;
    const { money } = JSON.parse((await client.send({ path, headers })).text);
    const body = { what: 'sum', amount: 1, words, left: money.left };
    requireStatus(200, { path }, await client.send({ path: `${path}refund/`, headers, body }));
    await env.query('update orders set delivery_date = $1, collected_on = null where id = $2', [day, order]);
  }
  const files = [
    ...BOOKS.map((file) => `/api/desk/takings/csv/?file=${file}&from=${day}&to=${day}`),
    '/api/desk/catalogue/file/?format=csv',
    `/api/desk/stems/csv/?from=${day}&to=${day}`,
  ];
  const lost: string[] = [];
  let cells = 0;
  for (const path of files) {
    const { text } = requireStatus(200, { path }, await client.send({ path, headers }));
    const all = (parse(text, { bom: true, relax_column_count: true }) as string[][]).flat();
    cells += all.length;
    lost.push(...all.filter((cell) => RUNS.test(cell) && !NUMBER.test(cell)).map((cell) => `${path} runs ${cell}`));
    // The sums of days have no words in them.
    if (!path.includes('file=days') && !all.some((cell) => ESCAPED.test(cell)))
      lost.push(`${path} has nothing of what was planted`);
  }
  return {
    what: 'formulas in spreadsheets',
    tried: cells,
    faults: FORMULAS.length,
    lost,
    figures: `${files.length} files`,
  };
}
