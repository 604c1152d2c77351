import { londonDay } from '#contract/delivery.ts';
import type { Run } from '#contract/runs.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { createRandom } from '#server/testing/random.ts';
import { createCustomer } from '../../rig/customer.ts';
import type { HttpClient, HttpRequest } from '../../rig/http-client.ts';
import { makePhotoForm, takePhotos } from '../input/photos.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const ORDERS = 5;
const PHOTOS = 60;
const FORM = 'multipart/form-data; boundary=b';
const OUTCOME = { outcome: 'nobody in', taken_by: '', next: 'again today' };

/** Drivers keep to their own run, customers to their own orders, and a file that is no photo is nothing. */
export async function attackRuns(env: TestEnvironment, client: HttpClient): Promise<Line[]> {
  const database = env.database();
  const day = londonDay(new Date());
  const orders = await buyForToday(env, client, day);
  const [florist, driver, other] = await Promise.all([
    signInStaff(database, 'Hana Okafor', ['florist']),
    signInStaff(database, 'Robin Daly', ['driver']),
    signInStaff(database, 'Ines Marlow', ['driver']),
  ]);
  const headersOf = ({ cookie }: { cookie: string }) => ({ cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP });
  const call = async (as: { cookie: string }, request: HttpRequest) =>
    client.send({ ...request, headers: { ...headersOf(as), ...request.headers } });
  const runs: number[] = [];
  for (const [number, who] of [driver, other].entries()) {
    const made = await call(florist, {
      path: '/api/desk/runs/',
      body: { day, number: number + 1, leaves_at: '23:58' },
    });
    const { id } = JSON.parse(made.text) as Run;
    runs.push(id);
    await call(florist, { method: 'PATCH', path: `/api/desk/runs/${id}/`, body: { driver: who.id } });
    const body = { orders: orders.slice(number * 2, number * 2 + 2) };
    await call(florist, { path: `/api/desk/runs/${id}/stops/`, body });
  }
  const theirs = orders[2] as number;
  const [mine, loose] = [orders[0] as number, orders[4] as number];
  await call(florist, { path: '/api/desk/orders/tie/', body: { orders } });
  return [
    await pressElsewhere(env, (request) => call(driver, request), { theirs, loose, mine, run: runs[1] as number }),
    await sendPhotos(env, (request) => call(driver, request), mine),
  ];
}

/** Bought as usual, so that the ledgers of shop and provider agree; and moved to today, which is too late to order for. */
async function buyForToday(env: TestEnvironment, client: HttpClient, day: string): Promise<number[]> {
  const customer = await createCustomer(client);
  const orders: number[] = [];
  for (let count = 0; count < ORDERS; count++) {
    orders.push(await customer.buy(env.provider));
    await env.query('update orders set delivery_date = $1 where id = $2', [day, orders.at(-1)]);
  }
  return orders;
}

type Call = (request: HttpRequest) => Promise<{ status: number; text: string }>;

/** A driver reads and presses what is on another's run, on none, or nowhere: nothing is found, and nothing changes. */
async function pressElsewhere(
  env: TestEnvironment,
  call: Call,
  { theirs, loose, mine, run }: { theirs: number; loose: number; mine: number; run: number },
): Promise<Line> {
  const look = () => env.query('select id, stage from orders where id = any($1) order by id', [[theirs, loose]]);
  const before = JSON.stringify(await look());
  const requests: HttpRequest[] = [theirs, loose, 999_999].flatMap((order) => [
    { path: `/api/desk/stops/${order}/` },
    { path: `/api/desk/stops/${order}/outcome/`, body: OUTCOME },
    { path: `/api/desk/stops/${order}/outcome/`, body: { outcome: 'handed over', taken_by: '' } },
  ]);
  requests.push(
    { path: `/api/desk/my-runs/?run=${run}` },
    { path: `/api/desk/runs/${run}/leave/`, body: { without: true } },
    { method: 'PUT', path: `/api/desk/runs/${run}/stops/`, body: { orders: [theirs] } },
  );
  const lost: string[] = [];
  for (const request of requests) {
    const { status, text } = await call(request);
    if (status !== 404 && status !== 403) lost.push(`${request.path} was answered ${status}: ${text.slice(0, 200)}`);
  }
  const own = await call({ path: `/api/desk/stops/${mine}/` });
  if (own.status !== 200) lost.push(`The driver's own stop was answered ${own.status}.`);
  if (/£|price|@example\.org|"note_text"/.test(own.text))
    lost.push(`A stop shows what drivers do not see: ${own.text}`);
  if (JSON.stringify(await look()) !== before) lost.push("Another's order changed.");
  return { what: "desk: another driver's run", tried: requests.length, faults: 0, lost };
}

/** The photo of a delivery is spoilt as those of claims are: it is refused or drawn anew, and nothing fails. */
async function sendPhotos(env: TestEnvironment, call: Call, order: number): Promise<Line> {
  const photos = await takePhotos();
  const lost: string[] = [];
  for (let number = 0; number < PHOTOS; number++) {
    await env.query('delete from throttles');
    await env.query("update orders set stage = 'out', delivered_at = null where id = $1", [order]);
    const form = makePhotoForm(createRandom(`photo of a delivery ${number}`), photos, { outcome: 'handed over' });
    const path = `/api/desk/stops/${order}/outcome/`;
    const { status, text } = await call({ method: 'POST', path, headers: { 'content-type': FORM }, body: form });
    if (![200, 400, 413, 503].includes(status)) lost.push(`A photo was answered ${status}: ${text.slice(0, 200)}`);
    const [kept] = await env.query<{ photo: Buffer | null }>('select photo from handovers where order_id = $1', [
      order,
    ]);
    const bytes = kept?.photo?.toString('latin1') ?? '';
    if (bytes && !bytes.startsWith('\xff\xd8\xff')) lost.push('A photo is kept that is no JPEG.');
    if (/Exif|<script|%PDF/.test(bytes)) lost.push('A photo is kept with what came with it.');
  }
  return { what: 'desk: photos of deliveries', tried: PHOTOS, faults: 0, lost };
}
