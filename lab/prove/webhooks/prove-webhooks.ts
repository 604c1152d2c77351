import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '#server/testing/random.ts';
import { awaitAgreement, openFirst } from '../agreement.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { awaitFollowed, findInAll, listEvents, listOpen, prepare, type Round } from './prepare-orders.ts';
import {
  type Event,
  FORGERIES,
  openSigner,
  type Sign,
  sendOnce,
  sendUntilTaken,
  type Transmission,
} from './transmissions.ts';

const EVENTS = 1_000;
const MOST_COPIES = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

type Trying = { env: TestEnvironment; sign: Sign; random: Random; count: number };
/** What was sent, wrong replies, and the orders that must be complete when all events are processed. */
type Tried = { sent: Transmission[]; lost: string[]; complete: number[] };

/** The provider's events repeated, reversed, late, about unknown orders, forged and replayed. */
export const webhooks: Proof = {
  name: 'webhooks',
  about: 'events of the provider: fifty times at once, reversed, late, unknown, forged and replayed',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    const shop = await requireOpen(env);
    // From now on only we deliver.
    await env.provider.call('POST', '/standin/webhooks', { hold: true });
    const sign = openSigner(env);
    const random = createRandom(options.seed);
    const sent: Transmission[] = [];
    const lines: Line[] = [];
    for (const [what, { share, attempt }] of Object.entries(KINDS)) {
      if (!isWanted(options, what)) continue;
      const count = scaled(options, EVENTS * share, 10);
      const tried = await attempt({ env, sign, random, count }, sent);
      if (what !== 'forged') sent.push(...tried.sent);
      const unfollowed = await awaitFollowed(env);
      const { seconds, violations } = await awaitAgreement(env);
      const open = await listOpen(env, tried.complete);
      lines.push({
        what,
        tried: tried.sent.length,
        faults: tried.sent.length,
        lost: [...tried.lost, ...unfollowed, ...violations, ...open.map((id) => `order ${id} is not complete`)],
        figures: `${tried.complete.length} orders completed by it, ledgers agree after ${seconds.toFixed(1)} s`,
      });
      log(`${what}: ${tried.sent.length} sent, ${lines.at(-1)?.lost.length} lost`);
    }
    if (shop.hasEnded()) lines.at(-1)?.lost.push(`The shop ended.\n${shop.words()}`);
    return { lines };
  },
};

const KINDS: Record<string, { share: number; attempt(trying: Trying, before: Transmission[]): Promise<Tried> }> = {
  'two to fifty times at once': { share: 0.4, attempt: sendCopies },
  'the newest first': { share: 0.1, attempt: sendReversed },
  'three days late': { share: 0.05, attempt: sendLate },
  'of orders that nobody knows': { share: 0.15, attempt: sendUnknown },
  forged: { share: 0.2, attempt: sendForged },
  replayed: { share: 0.1, attempt: replay },
};

async function sendCopies({ env, sign, random, count }: Trying): Promise<Tried> {
  const copies: number[] = [];
  for (let left = count; left > 0; left -= copies.at(-1) ?? 0) copies.push(random.between(2, MOST_COPIES));
  const rounds = await prepare(env, copies.length);
  const sent = rounds.map(({ events }, number) => {
    const [event = {}] = events;
    return Array.from({ length: copies[number] as number }, () => sign(event));
  });
  const lost = await findInAll(sent, async (all) => refusals(await Promise.all(all.map(sendUntilTaken))));
  return { sent: sent.flat(), lost, complete: rounds.map(({ orderId }) => orderId) };
}

async function sendReversed({ env, sign, count }: Trying): Promise<Tried> {
  const rounds = await prepare(env, Math.ceil(count / 2), { isCaptured: true });
  const sent = rounds.map(({ events }) => events.toReversed().map((event) => sign(event)));
  const lost = await findInAll(sent, async (all) => {
    const answers: number[] = [];
    for (const one of all) answers.push(await sendUntilTaken(one));
    return refusals(answers);
  });
  return { sent: sent.flat(), lost, complete: rounds.map(({ orderId }) => orderId) };
}

async function sendLate({ env, sign, count }: Trying): Promise<Tried> {
  const rounds = await prepare(env, count);
  const at = new Date(Date.now() - 3 * DAY_MS);
  const sent = rounds.flatMap(({ events }) => events.map((event) => sign(event, { at })));
  return sendEach(sent, rounds);
}

const sendEach = async (sent: Transmission[], rounds: Round[] = []): Promise<Tried> => {
  const lost = await findInAll(sent, async (one) => refusals([await sendUntilTaken(one)]));
  return { sent, lost, complete: rounds.map(({ orderId }) => orderId) };
};

async function sendUnknown({ env, sign, count }: Trying): Promise<Tried> {
  const models = await listEvents(env);
  return sendEach(Array.from({ length: count }, (_, number) => sign(aboutNobody(models[number % models.length]))));
}

/** The same with ids that nobody knows. */
function aboutNobody(model: Event | undefined): object {
  const text = JSON.stringify(model ?? {}).replaceAll(/"(id|custom_id|invoice_id|order_id)":"[^"]*"/g, (_all, name) => {
    return `"${name}":"${name === 'id' ? `WH-${randomUUID()}` : randomUUID()}"`;
  });
  return JSON.parse(text) as object;
}

/** Events that would complete an order at once, if they were believed. */
async function sendForged({ env, sign, count }: Trying): Promise<Tried> {
  const rounds = await prepare(env, 2);
  const kinds = Object.entries(FORGERIES);
  const [before] = await env.query<{ events: number }>('select count(*)::int as events from webhook_events');
  const forged = Array.from({ length: count }, (_, number) => {
    const [name, forge] = kinds[number % kinds.length] as (typeof kinds)[number];
    return { name, transmission: forge(rounds[number % rounds.length]?.events[0] ?? {}, sign) };
  });
  const lost = await findInAll(forged, async ({ name, transmission }) => {
    const status = await sendOnce(transmission);
    return status >= 400 && status < 500 ? [] : [`${name}: answered ${status}`];
  });
  const [after] = await env.query<{ events: number }>('select count(*)::int as events from webhook_events');
  if (after?.events !== before?.events) lost.push(`${(after?.events ?? 0) - (before?.events ?? 0)} were kept`);
  const open = await listOpen(
    env,
    rounds.map(({ orderId }) => orderId),
  );
  if (open.length !== rounds.length) lost.push('A forged event completed an order.');
  return { sent: forged.map(({ transmission }) => transmission), lost, complete: [] };
}

/** Byte for byte what was accepted before. */
async function replay({ random, count }: Trying, before: Transmission[]): Promise<Tried> {
  return sendEach(Array.from({ length: before.length > 0 ? count : 0 }, () => random.oneOf(before)));
}

const refusals = (answers: number[]): string[] =>
  answers.filter((status) => status < 200 || status > 299).map((status) => `a true event was answered ${status}`);
