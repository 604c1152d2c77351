import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '#server/testing/random.ts';
import { createCustomer } from '../../rig/customer.ts';
import { buyOnce } from '../buy-under.ts';
import { readLedger } from '../ledger-snapshot.ts';
import type { Log } from '../proof.ts';
import { isOk, type Promised, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { findViolations } from '../violations.ts';
import type { DebianPostgres } from './debian-postgres.ts';
import { requireDone, runShopCommand } from './run-command.ts';
import { findUnknownMoney, withoutReturned } from './unknown-money.ts';

const CUSTOMERS = 8;
const AGREE_WITHIN_MS = 120_000;
const OPENS_WITHIN_MS = 30_000;

/** What somebody does to the database. `isDiskLost`: nothing is left to be archived, and no moment can be chosen. */
export type Accident = { what: string; happen(postgres: DebianPostgres): Promise<unknown>; isDiskLost?: true };

type Place = { env: TestEnvironment; postgres: DebianPostgres; log: Log };
type Recovered = { lost: string[]; figures: string; acknowledged: number };

/** What the shop had promised by a moment. All answers arrive in this process, so the copy is exact. */
type Moment = { at: Date; promised: Promised };

/** People buy, a base backup is taken under them, something is destroyed, and all of it is brought back. */
export async function recoverFrom(
  { what, happen, isDiskLost }: Accident,
  place: Place,
  { buySeconds, seed }: { buySeconds: number; seed: string },
): Promise<Recovered> {
  const { env, postgres, log } = place;
  const lost: string[] = [];
  const shop = await requireOpen(env);
  const buyers = await startBuying(env, seed);
  await sleep(buySeconds * 500);
  await postgres.backRest('--type=full', 'backup');
  log(`${what}: the base backup is taken; ${env.promised.paid.size} orders said to be paid`);
  await sleep(buySeconds * 500);
  const moment = await chooseMoment(place, isDiskLost);
  await happen(postgres);
  log(`${what}: done. ${moment.promised.paid.size} orders had been paid a second before`);
  // Nobody notices at once, and money goes on being taken.
  if (!isDiskLost) await sleep(buySeconds * 500);
  await buyers.stop();
  await shop.kill();

  const began = performance.now();
  const recoveredTo = isDiskLost ? await restoreAll(postgres) : await restoreTo(postgres, moment.at);
  const restoredMs = performance.now() - began;
  lost.push(
    ...(await findMissing(env, moment, buyers.emails)).map((words) => `acknowledged before, and gone: ${words}`),
  );
  await requireDone(runShopCommand(env, 'restore', '--recovered', recoveredTo));
  const reported = await reportOnly(env, lost);
  const reopened = await openOnStandby(env, lost);
  await requireDone(runShopCommand(env, 'desk', 'shop', 'take-over'));
  const { seconds, violations } = await settleMoney(env, moment.promised, reported);
  lost.push(...violations);
  lost.push(...(await findDoubledNumbers(env, buyers.orders)));
  await reopened.kill();
  return {
    lost,
    acknowledged: moment.promised.paid.size,
    figures: [
      `${moment.promised.paid.size} paid orders and ${moment.promised.notes.size} notes were acknowledged before, all asked for again`,
      `PostgreSQL brought back in ${(restoredMs / 1000).toFixed(1)} s`,
      `${reported.captures.length} payments of lost orders (£${(reported.pence / 100).toFixed(2)}) reported, then given back`,
      `${reported.further} payments settled by themselves`,
      `ledgers agree after ${seconds.toFixed(1)} s`,
    ].join(', '),
  };
}

async function startBuying(env: TestEnvironment, seed: string) {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => createCustomer(env.client)));
  const orders = new Set<number>();
  let isOver = false;
  const buying = customers.map(async (customer, number) => {
    const random = createRandom(`${seed} shopper ${number}`);
    for (let note = 1; !isOver; note++) {
      await buyOnce(env, customer, note, random, orders);
      // Some orders are given up again, so that money goes back too.
      const [last] = [...env.promised.paid].slice(-1);
      if (last && random.between(0, 5) === 0)
        await customer.send('POST', `/api/user/orders/${last}/cancel/`).catch(() => {});
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(buying);
  };
  return { stop, orders, emails: customers.map(({ email }) => email) };
}

/** A second before it happens; of a lost disk, as long before as WAL may wait for being archived. */
async function chooseMoment({ env, postgres }: Place, isDiskLost = false): Promise<Moment> {
  const moment = {
    // The next whole millisecond: what was answered in this one is before it.
    at: new Date(Date.now() + 1),
    promised: {
      soldBefore: env.promised.soldBefore,
      paid: new Set(env.promised.paid),
      notes: new Map(env.promised.notes),
    },
  };
  await sleep(isDiskLost ? postgres.archiveTimeoutMs + ARCHIVED_WITHIN_MS : 1_000);
  return moment;
}

/** How long pgBackRest may take to store a piece of WAL on a busy machine. */
const ARCHIVED_WITHIN_MS = 5_000;

async function restoreTo(postgres: DebianPostgres, at: Date): Promise<string> {
  // The server lives: the last piece of WAL is archived before it stops.
  await postgres.sql('select pg_switch_wal()');
  await postgres.backRest('check');
  await postgres.stop();
  await postgres.putAside();
  const target = at.toISOString().replace('T', ' ').replace('Z', '+00');
  await postgres.backRest('--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  await postgres.start();
  return at.toISOString();
}

/** To the end of what was archived; its log tells which moment that was. */
async function restoreAll(postgres: DebianPostgres): Promise<string> {
  await postgres.backRest('restore');
  await postgres.start();
  const [, at] = /last completed transaction was at log time (.+)/.exec(postgres.words()) ?? [];
  if (!at) throw new Error(`The log of PostgreSQL names no last transaction.\n${postgres.words()}`);
  return new Date(at).toISOString();
}

/** Read from the database itself, before a shop could mend anything. */
async function findMissing({ query }: TestEnvironment, { promised }: Moment, emails: string[]): Promise<string[]> {
  const orders = await query<{ id: number; text: string; status: string | null }>(
    `select number.id, coalesce(carts.text, orders.text, '') as text, orders.status from order_numbers as number
      left join carts on carts.id = number.id left join orders on orders.id = number.id`,
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  const people = await query<{ email: string }>(
    'select email from users where exists (select from addresses where user_id = users.id)',
  );
  const known = new Set(people.map(({ email }) => email));
  return [
    ...[...promised.paid].filter((id) => byId.get(id)?.status !== 'C').map((id) => `order ${id}, paid for`),
    ...[...promised.notes]
      .filter(([id, note]) => !(Number(byId.get(id)?.text) >= note))
      .map(([id, note]) => `note ${note} of order ${id}`),
    ...emails.filter((email) => !known.has(email)).map((email) => `${email} with an address`),
  ];
}

/** The report names every payment that is lost here and no other, and changes nothing on either side. */
async function reportOnly(env: TestEnvironment, lost: string[]) {
  const before = [await digest(env), JSON.stringify(await env.provider.ledger())];
  const words = await requireDone(runShopCommand(env, 'desk', 'payments', 'reconcile'));
  const after = [await digest(env), JSON.stringify(await env.provider.ledger())];
  if (before.join() !== after.join()) lost.push('The report changed something.');
  const unknown = findUnknownMoney(await readLedger(env));
  const captures = [...words.matchAll(/^ {6}Capture (\S+)$/gm)].map(([, id]) => id as string);
  if (captures.toSorted().join() !== [...unknown.keys()].toSorted().join())
    lost.push(`The report names ${captures.join(', ')} and not ${[...unknown.keys()].join(', ')}.`);
  const pence = [...unknown.values()].reduce((sum, value) => sum + value, 0);
  const [, further = '0'] = /further with \((\d+)\)/.exec(words) ?? [];
  return { captures, pence, further };
}

/** Everything that the shop keeps, as one number for each table. */
async function digest({ query }: TestEnvironment): Promise<string> {
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const all: string[] = [];
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      `select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum from "${name}" t`,
    );
    all.push(`${name} ${row?.sum}`);
  }
  return all.join();
}

async function openOnStandby(env: TestEnvironment, lost: string[]) {
  const refused = await runShopCommand(env, 'desk', 'payments', 'reconcile', '--refund', '--total', '1.00');
  if (refused.code === 0) lost.push('Money was given back on standby.');
  const shop = await requireOpen(env);
  if (await isOk('/ready')) lost.push('The copy says that it is ready.');
  lost.push(...(await findOpenDoors(env)));
  if (!(await showsHomePage())) lost.push('The copy does not show its home page.');
  const again = await runShopCommand(env, 'restore', '--recovered', new Date().toISOString());
  if (!again.words.includes('A shop is open')) lost.push(`An open shop was marked as recovered: ${again.words}`);
  return shop;
}

/** Whoever was dismissed since works here again in what was brought back: nobody may get in before an owner has confirmed it. */
async function findOpenDoors({ query }: TestEnvironment): Promise<string[]> {
  const doors = await query<{ door: string }>(
    `select 'a colleague who has joined' as door from staff where joined_at is not null and disabled_at is null
      union select 'a passkey' from passkeys union select 'a recovery code' from recovery_codes
      union select 'a session' from staff_sessions union select 'a link' from staff_links`,
  );
  return doors.map(({ door }) => `The desk is open on the copy: ${door}.`);
}

/** The first page is rendered while other things are still beginning: a busy machine takes its time. */
async function showsHomePage(): Promise<boolean> {
  for (const end = Date.now() + OPENS_WITHIN_MS; Date.now() < end; await sleep(200)) if (await isOk('/')) return true;
  return false;
}

/** Gives back what belongs to lost orders, and waits until every capture has an order or went back. */
async function settleMoney(
  env: TestEnvironment,
  promised: Promised,
  { captures, pence }: { captures: string[]; pence: number },
): Promise<{ seconds: number; violations: string[] }> {
  const start = performance.now();
  if (captures.length > 0)
    await requireDone(
      runShopCommand(env, 'desk', 'payments', 'reconcile', '--refund', '--total', (pence / 100).toFixed(2)),
    );
  for (;;) {
    const snapshot = await readLedger(env);
    const violations = [
      ...findViolations(withoutReturned(snapshot), promised),
      ...[...findUnknownMoney(snapshot)].map(([id, rest]) => `charged without an order: ${rest} of capture ${id}`),
      ...((await isReconciled(env)) ? [] : ['PayPal was not asked what happened since']),
    ];
    const ms = performance.now() - start;
    if (violations.length === 0 || ms > AGREE_WITHIN_MS) return { seconds: ms / 1000, violations };
    await sleep(500);
  }
}

async function isReconciled({ query }: TestEnvironment): Promise<boolean> {
  const rows = await query('select 1 from restores where reconciled_at is null');
  return rows.length === 0;
}

/** A new customer buys, and gets a number that nobody was told before. */
async function findDoubledNumbers(env: TestEnvironment, before: ReadonlySet<number>): Promise<string[]> {
  try {
    const customer = await createCustomer(env.client);
    const id = await customer.buy(env.provider, { pick: 0, note: '1' }, 20);
    return id > Math.max(0, ...before) ? [] : [`Number ${id} was given to a second order.`];
  } catch (error) {
    return [`Nobody can buy in the recovered shop: ${(error as Error).message}`];
  }
}
