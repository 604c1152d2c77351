import pMap from 'p-map';
import { judgeReply } from '#server/testing/hostile-input/judge-reply.ts';
import { KINDS, type Kind, makeRequest } from '#server/testing/hostile-input/make-request.ts';
import { type Document, listOperations, type Operation } from '#server/testing/hostile-input/read-document.ts';
import { createRandom, type Random } from '#server/testing/random.ts';
import { getOk, type HttpClient, type HttpRequest, openHttpClient, type Reply } from '../../bench/http-client.ts';
import { figure } from '../../bench/table.ts';
import { type Line, type Log, type Proof, scaled } from '../proof.ts';
import { exchange } from '../raw.ts';
import { type OpenShop, openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { openSigner } from '../webhooks/transmissions.ts';
import { createAccount, renewAccount, type TestAccount } from './accounts.ts';
import { type AtDesk, listDeskCalls, signInAtDesk } from './desk-calls.ts';
import { makeEvent, WEBHOOK } from './events.ts';
import { makeMalformedRequest } from './malformed-http.ts';
import { makePhotoForm, takePhotos } from './photos.ts';

const SHARES: Record<Kind, number> = { 'as documented': 25_000, 'one thing wrong': 40_000, hostile: 30_000 };
/** At the desk, of each kind. */
const AT_DESK = 8_000;
const MALFORMED = 5_000;
const EVENTS = 3_000;
const PHOTOS = 1_000;
const AT_ONCE = 12;
const TIMEOUT_MS = 10_000;
/** The shop waits for the rest of an incomplete request; the proof does not. */
const OPEN_TIMEOUT_MS = 300;
const ACCOUNTS = 5;
/** After so many requests an account is replaced: accounts fill up, and are even deleted. */
const REPLACE_EVERY = 400;
/** What ends a session or an account is sent rarely, or most requests would be refused with 401. */
const ENDING = /logout|\/profile\/(delete|password|sessions)|\/desk\/(sign-out|devices|staff)/;

type Work = {
  env: TestEnvironment;
  client: HttpClient;
  document: Document;
  operations: Operation[];
  accounts: TestAccount[];
  log: Log;
};
type Tally = { statuses: Map<number, number>; lost: Map<string, string>; slowestMs: number; tried: number };

/** A hundred thousand bad requests: each is answered as documented, and none with a failure. */
export const input: Proof = {
  name: 'input',
  about: 'bad, hostile and malformed requests, made from the API document',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    const shop = await requireOpen(env);
    using client = openHttpClient({ origin: SHOP, maxSockets: AT_ONCE, timeoutMs: TIMEOUT_MS });
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createAccount(env, client)));
    const document = JSON.parse((await getOk(client, '/api/docs/json')).text) as Document;
    const work = { env, client, document, operations: listOperations(document), accounts, log };
    const lines: Line[] = [];
    for (const kind of KINDS.filter((name) => name.includes(options.only ?? ''))) {
      lines.push(toLine(kind, await sendKind(work, options.seed, kind, scaled(options, SHARES[kind]), shop)));
      log(`${kind}: ${lines.at(-1)?.figures}`);
    }
    for (const kind of KINDS.filter((name) => `desk, ${name}`.includes(options.only ?? ''))) {
      const what = `desk, ${kind}`;
      lines.push(toLine(what, await sendToDesk(work, options.seed, kind, scaled(options, AT_DESK), shop)));
      log(`${what}: ${lines.at(-1)?.figures}`);
    }
    lines.push(toLine('events of the provider', await sendEvents(work, options.seed, scaled(options, EVENTS), shop)));
    lines.push(toLine('photos', await sendPhotos(work, options.seed, scaled(options, PHOTOS), shop)));
    const odd = await sendMalformed(options.seed, scaled(options, MALFORMED), shop);
    lines.push(toLine('hardly HTTP', odd));
    lines.push(await requestLast(client, shop));
    return { lines };
  },
};

/** The numbers from above to zero, as long as the shop runs. */
function* countdown(count: number, shop: OpenShop): Generator<number> {
  for (let left = count - 1; left >= 0 && !shop.hasEnded(); left--) yield left;
}

async function sendKind(work: Work, seed: number, kind: Kind, count: number, shop: OpenShop): Promise<Tally> {
  const tally = startTally();
  const sendOne = async (left: number) => {
    // Each request has its own random numbers, so that the order of the replies decides nothing.
    const random = createRandom(`${seed} ${kind} ${left}`);
    const index = random.between(0, ACCOUNTS - 1);
    if (left % REPLACE_EVERY === 0) await replace(work, index, () => createAccount(work.env, work.client));
    if (left % 2_000 === 0) work.log(`${kind}: ${left} to go, ${tally.lost.size} kinds of wrong answers`);
    const operation = pick(random, work.operations);
    const account = work.accounts[index] as TestAccount;
    const { access } = account.customer.tokens();
    const request = makeRequest(random, work.document, operation, { access, known: account.known }, kind);
    const sent = typeof request.body === 'string' ? request.body : undefined;
    const reply = await sendAndNote(work, tally, operation, request, sent);
    const isOut = !(reply instanceof Error) && reply.status === 401 && operation.isPrivate;
    const wasIn = request.headers?.authorization === `Bearer ${access}` && account.customer.tokens().access === access;
    if (isOut && wasIn) await replace(work, index, () => renewAccount(work.env, work.client, account));
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: AT_ONCE });
  if (shop.hasEnded())
    throw new Error(`The shop ended, after ${tally.tried} of ${count} requests (${kind}).\n${shop.words()}`);
  return tally;
}

/** The same as somebody who works here: a session that ends, and orders that are used up, are replaced. */
async function sendToDesk(work: Work, seed: number, kind: Kind, count: number, shop: OpenShop): Promise<Tally> {
  const tally = startTally();
  const operations = listDeskCalls(work.operations);
  let signedIn: Promise<AtDesk> | undefined;
  const sendOne = async (left: number) => {
    const random = createRandom(`${seed} desk ${kind} ${left}`);
    if (left % REPLACE_EVERY === 0) {
      await work.env.query('delete from throttles');
      signedIn = undefined;
      work.log(`desk, ${kind}: ${left} to go, ${tally.lost.size} kinds of wrong answers`);
    }
    signedIn ??= signInAtDesk(work.env, work.client);
    const asked = signedIn;
    const { headers, known } = await asked;
    const operation = pick(random, operations);
    const request = makeRequest(random, work.document, operation, { access: 'none', known }, kind);
    Object.assign(request.headers, headers);
    const sent = typeof request.body === 'string' ? request.body : undefined;
    const reply = await sendAndNote(work, tally, operation, request, sent);
    const isOut = !(reply instanceof Error) && reply.status === 401 && operation.isPrivate;
    if (isOut && signedIn === asked) signedIn = undefined;
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: AT_ONCE });
  if (shop.hasEnded()) throw new Error(`The shop ended at the desk (${kind}).\n${shop.words()}`);
  return tally;
}

/** Replaces an account by a new one, or by itself logged in again; where that fails, it stays. */
async function replace({ accounts, log }: Work, index: number, find: () => Promise<TestAccount>): Promise<void> {
  try {
    accounts[index] = await find();
  } catch (error) {
    log(`no new account: ${(error as Error).message}`);
  }
}

function pick(random: Random, operations: Operation[]): Operation {
  const operation = random.oneOf(operations);
  return operation.method !== 'GET' && ENDING.test(operation.path) && random.roll() < 0.9
    ? pick(random, operations)
    : operation;
}

async function sendEvents(work: Work, seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const sign = openSigner(work.env);
  return sendMany(work, WEBHOOK, { count, shop }, async (left) =>
    makeEvent(createRandom(`${seed} event ${left}`), sign),
  );
}

/** Complaints about one order, each time as if it were the first. */
async function sendPhotos(work: Work, seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const photos = await takePhotos();
  const { customer, known } = await createAccount(work.env, work.client);
  const order = known.orderId?.at(-1);
  return sendMany(work, '/api/user/orders/{orderId}/claim/', { count, shop }, async (left) => {
    // An order has only one complaint, and too many refused ones are rate limited for an hour.
    await work.env.query('delete from throttles');
    await work.env.query('delete from claims where order_id = $1', [order]);
    const type = 'multipart/form-data; boundary=b';
    const headers = { 'content-type': type, authorization: `Bearer ${customer.tokens().access}` };
    const body = makePhotoForm(createRandom(`${seed} photo ${left}`), photos);
    return { method: 'POST', path: `/api/user/orders/${order}/claim/`, headers, body };
  });
}

async function sendMany(
  work: Work,
  path: string,
  { count, shop }: { count: number; shop: OpenShop },
  make: (left: number) => Promise<HttpRequest>,
): Promise<Tally> {
  const tally = startTally();
  const operation = work.operations.find((one) => one.path === path && one.method === 'POST') as Operation;
  const sendOne = async (left: number) => {
    await sendAndNote(work, tally, operation, await make(left));
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: 4 });
  return tally;
}

async function sendAndNote({ client }: Work, tally: Tally, operation: Operation, request: HttpRequest, sent?: string) {
  const reply = await client.send(request).catch((error: Error) => error);
  const wrong = reply instanceof Error ? reply.message : judgeReply(operation, reply, sent);
  note(tally, reply, wrong && `${operation.method} ${operation.path} ${wrong}`, () => show(request));
  return reply;
}

async function sendMalformed(seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const tally = startTally();
  const sendOne = async (left: number) => {
    const { what, bytes, isOpen } = makeMalformedRequest(createRandom(`${seed} odd ${left}`));
    const patienceMs = isOpen ? OPEN_TIMEOUT_MS : TIMEOUT_MS;
    const { status = 0, statuses, ms, isOver, text } = await exchange([bytes], { patienceMs });
    const isLate = !isOver && !isOpen;
    const isTwo = what === 'two lengths' && statuses.length > 1;
    const wrong =
      status >= 500 ? `was answered ${status}` : isLate ? 'was not answered' : isTwo ? 'was two requests' : '';
    const reply = { status, text, ms: isOver ? ms : 0 };
    note(tally, reply, wrong && `${what} ${wrong}`, () => JSON.stringify(bytes.toString('latin1').slice(0, 600)));
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: AT_ONCE });
  return tally;
}

const startTally = (): Tally => ({ statuses: new Map(), lost: new Map(), slowestMs: 0, tried: 0 });

/** Of each kind of wrong reply the first is reported, with its request. */
function note(
  tally: Tally,
  reply: Pick<Reply, 'status' | 'text' | 'ms'> | Error,
  wrong: string | undefined,
  show: () => string,
): void {
  tally.tried++;
  const { status, ms, text } = reply instanceof Error ? { status: 0, ms: 0, text: '' } : reply;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.slowestMs = Math.max(tally.slowestMs, ms);
  if (!wrong) return;
  const key = `${wrong} (${status})`;
  if (!tally.lost.has(key)) tally.lost.set(key, `${key}: ${show()} → ${text.slice(0, 300)}`);
}

function toLine(what: string, { statuses, lost, slowestMs, tried }: Tally): Line {
  const counts = [...statuses].sort(([left], [right]) => left - right);
  const seen = counts.map(([status, count]) => `${count} × ${status || 'hung up'}`).join(', ');
  return { what, tried, faults: tried, lost: [...lost.values()], figures: `${seen}; slowest ${figure(slowestMs)} ms` };
}

async function requestLast(client: HttpClient, shop: OpenShop): Promise<Line> {
  const reply = await client.send({ method: 'GET', path: '/api/products/?search=rose' }).catch((error: Error) => error);
  const isAlive = !shop.hasEnded() && !(reply instanceof Error) && reply.status === 200;
  const lost = isAlive ? [] : [`It is not there.\n${shop.words()}`];
  return { what: 'the shop afterwards', tried: 1, faults: 0, lost };
}

const show = ({ method, path, headers, body }: HttpRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify({ ...headers, authorization: headers?.authorization && '…' })} ${body?.toString().slice(0, 600) ?? ''}`;
