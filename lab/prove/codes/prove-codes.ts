import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pMap from 'p-map';
import type { Order } from '#contract/orders.ts';
import { createRandom, type Random } from '#server/testing/random.ts';
import { openHttpClient } from '../../rig/http-client.ts';
import { ROOT } from '../../rig/shop.ts';
import { figure } from '../../rig/table.ts';
import { awaitAgreement, openFirst } from '../agreement.ts';
import { isWanted, type Line, type Log, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { type Buyer, captureAtOnce, count, openPayments } from './buy-at-once.ts';
import { makePeople, SECRET, type SignedIn } from './signed-in-people.ts';

const run = promisify(execFile);
const AT_ONCE = 25;
/** One in so many has a card that is declined: the use of the code comes back. */
const DECLINED_EVERY = 3;
const LONGEST_PAUSE_MS = 30_000;
const SETTINGS = { JWT_SECRET: SECRET };

/** How many people, codes, uses of each code, and kills. */
type Size = { people: number; codes: number; uses: number; kills: number };

/** Everybody wants the last uses of a code while the shop is killed. */
export const codes: Proof = {
  name: 'codes',
  about: 'a thousand people at once after the last uses of a promo code, while the shop is killed',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    const people = scaled(options, 1_000, 40);
    const sizes: Record<string, Size> = {
      'the last uses of one code': { people, codes: 1, uses: Math.ceil(people / 10), kills: 5 },
      'the last use of each of many codes': { people: people / 4, codes: Math.ceil(people / 40), uses: 1, kills: 3 },
    };
    const lines: Line[] = [];
    for (const [what, size] of Object.entries(sizes)) {
      if (isWanted(options, what)) lines.push(await buyTheLast(env, what, size, `${options.seed} ${what}`, log));
    }
    return { lines };
  },
};

async function buyTheLast(env: TestEnvironment, what: string, size: Size, seed: string, log: Log): Promise<Line> {
  const random = createRandom(seed);
  using client = openHttpClient({ origin: SHOP, keepAlive: false, timeoutMs: 30_000 });
  let shop = await requireOpen(env, { settings: SETTINGS });
  const deadlocksBefore = (await env.deadlocks()).length;
  const made = Array.from({ length: size.codes }, (_, number) => `LAST-${size.uses}-OF-${size.codes}-${number + 1}`);
  for (const code of made) await addCode(env, code, size.uses);
  const people = await makePeople(env, client, Math.round(size.people));
  const buyers = await openPayments(env, people, (person, number) => giveCode(person, made[number % made.length]));
  const declined = buyers.filter((_, number) => number % DECLINED_EVERY === 0);
  await declineCards(env, declined);
  log(`${what}: ${buyers.length} people are about to pay for ${size.codes * size.uses} uses`);

  const watch = watchUses(env, made, size.uses);
  const start = performance.now();
  const buying = captureAtOnce(buyers, random);
  for (let kill = 1; kill <= size.kills; kill++) {
    await awaitProgress(buyers, random);
    await shop.kill();
    shop = await requireOpen(env, { settings: SETTINGS });
    log(`${what}: killed ${kill} times, ${count(buyers, 'paid')} paid, ${count(buyers, 'refused')} refused`);
  }
  await buying;
  const again = await tryAgain(env, buyers, random, log);
  const seconds = (performance.now() - start) / 1000;
  const lost = await watch.stop();
  lost.push(...(await findWrong(env, buyers, made, size)));
  for (const { person } of buyers.filter(({ end }) => end === 'paid')) env.promised.paid.add(person.cart);
  const agreement = await awaitAgreement(env);
  lost.push(...agreement.violations, ...(await env.deadlocks()).slice(deadlocksBefore));
  await shop.kill();
  const figures = [
    `${count(buyers, 'paid')} paid`,
    `${count(buyers, 'refused')} refused`,
    `${count(buyers, 'declined')} declined`,
    `${again} tried again`,
    `over after ${figure(seconds)} s`,
    `ledgers agree after ${figure(agreement.seconds)} s`,
  ].join(', ');
  return { what: `${buyers.length} after ${what}`, tried: buyers.length, faults: size.kills, lost, figures };
}

/** The shop is killed in the middle of it: after some more were decided, or a while later. */
async function awaitProgress(buyers: readonly Buyer[], random: Random): Promise<void> {
  const decided = () => buyers.length - count(buyers, 'undecided');
  const enough = decided() + random.between(1, Math.ceil(buyers.length / 8));
  for (const end = Date.now() + LONGEST_PAUSE_MS; decided() < enough && Date.now() < end; ) await sleep(20);
}

/** As the owner makes one, while the shop is open. */
async function addCode({ dataDir, given }: TestEnvironment, code: string, uses: number): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: SHOP, ...SETTINGS, ...given };
  const words = ['codes', 'add', code, '--kind', 'percent', '--value', '10', '--uses', String(uses), '--each', '1'];
  await run(process.execPath, [join(ROOT, 'server/src/command-line/desk-command.ts'), ...words], { env });
}

/** Each person has one of the codes in the cart: as many as want it, not only as many as can use it. */
const giveCode = (person: SignedIn, code: string | undefined) =>
  person.call<Order>(200, 'PATCH', `/api/user/orders/${person.cart}/update-code/`, { code });

async function declineCards({ provider }: TestEnvironment, buyers: readonly Buyer[]): Promise<void> {
  await provider.setFaults(
    ...buyers.map(({ paypalOrder }) => ({
      match: { op: 'captureOrder', orderId: paypalOrder },
      // biome-ignore lint/suspicious/noThenProperty: rules read as sentences, and nobody awaits one
      then: { declineCapture: 'INSTRUMENT_DECLINED' },
    })),
  );
}

const USES = `select code, count(*)::int as uses from orders join promo_codes on promo_codes.id = promo_code_id
  where code = any($1) and stage <> 'cancelled' group by code`;

/** Looks all the time whether some code has been used once too often. */
function watchUses({ query }: TestEnvironment, made: string[], most: number) {
  const found = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(100)) {
      // The database is away for a moment when a shop opens after a kill.
      const rows = await query<{ code: string; uses: number }>(USES, [made]).catch(() => []);
      for (const { code, uses } of rows) if (uses > most) found.add(`${code} was used ${uses} times of ${most}`);
    }
  })();
  return {
    async stop(): Promise<string[]> {
      isOver = true;
      await watching;
      return [...found];
    },
  };
}

/**
 * Uses come back when a card is declined. Whoever was refused meanwhile and sees that the code is good again pays again,
 * until nobody sees that.
 */
async function tryAgain(env: TestEnvironment, buyers: Buyer[], random: Random, log: Log): Promise<number> {
  let tried = 0;
  for (let round = 0; round < 20; round++) {
    const refused = buyers.filter(({ end }) => end === 'refused');
    const seen = await pMap(refused, isGoodAgain, { concurrency: AT_ONCE });
    const hopeful = refused.filter((_, number) => seen[number]);
    if (hopeful.length === 0) return tried;
    tried += hopeful.length;
    log(`${hopeful.length} see that their code is good again`);
    const opened = await openPayments(
      env,
      hopeful.map(({ person }) => person),
      findCart,
    );
    await captureAtOnce(opened, random);
    for (const [number, { paypalOrder, end }] of opened.entries())
      Object.assign(hopeful[number] ?? {}, { paypalOrder, end });
  }
  return tried;
}

const findCart = (person: SignedIn) => person.call<Order>(200, 'GET', `/api/user/orders/${person.cart}/`);

async function isGoodAgain({ person }: Buyer): Promise<boolean> {
  const cart = await findCart(person);
  return cart.status === 'P' && cart.code_problem === null;
}

/** Never one too many, never one left over while somebody was refused, and everybody was told what is so. */
async function findWrong(env: TestEnvironment, buyers: Buyer[], made: string[], size: Size): Promise<string[]> {
  const rows = await env.query<{ code: string; uses: number }>(USES, [made]);
  const usesOf = (code: string) => rows.find((row) => row.code === code)?.uses ?? 0;
  const paid = await env.query<{ id: number }>(
    `select orders.id from orders join order_sums on order_id = orders.id and kind = 'discount'
     where status = 'C' and pence < 0 and promo_code_id is not null`,
  );
  const isPaid = new Set(paid.map(({ id }) => id));
  return [
    ...made.flatMap((code, number) => {
      const wanted = buyers.filter((_, at) => at % made.length === number);
      const refused = wanted.filter(({ end }) => end === 'refused').length;
      const uses = usesOf(code);
      if (uses > size.uses) return [`${code} was used ${uses} times of ${size.uses}`];
      return uses < size.uses && refused > 0 ? [`${size.uses - uses} uses of ${code} left, ${refused} refused`] : [];
    }),
    ...buyers.flatMap(({ person, end }) => {
      if (end === 'undecided') return [`order ${person.cart} was never decided`];
      return (end === 'paid') === isPaid.has(person.cart) ? [] : [`order ${person.cart} is told to be ${end}`];
    }),
  ];
}
