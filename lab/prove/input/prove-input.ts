import pMap from 'p-map';
import { KINDS, type Kind, makeRequest } from '#server/testing/hostile-input/make-request.ts';
import { type Document, listOperations } from '#server/testing/hostile-input/read-document.ts';
import { createRandom } from '#server/testing/random.ts';
import { getOk, type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import { exchange } from '../raw.ts';
import { type OpenShop, openTestEnvironment, requireOpen, SHOP } from '../test-environment.ts';
import { openSigner } from '../webhooks/transmissions.ts';
import { createAccount, renewAccount, type TestAccount } from './accounts.ts';
import { makeEvent, WEBHOOK } from './events.ts';
import { makeMalformedRequest } from './malformed-http.ts';
import { makePhotoForm, takePhotos } from './photos.ts';
import { AT_ONCE, pick, REPLACE_EVERY, sendAndNote, sendMany, type Work } from './send-many.ts';
import { sendCatalogues, sendDeskPhotos, sendToDesk, sendToPages } from './send-to-desk.ts';
import { countdown, note, startTally, type Tally, toLine } from './tally.ts';

const SHARES: Record<Kind, number> = { 'as documented': 25_000, 'one thing wrong': 40_000, hostile: 30_000 };
/** At the desk, of each kind. */
const AT_DESK = 8_000;
const CATALOGUES = 600;
const DESK_PAGES = 3_000;
const MALFORMED = 5_000;
const EVENTS = 3_000;
const PHOTOS = 1_000;
const TIMEOUT_MS = 10_000;
/** The shop waits for the rest of an incomplete request; the proof does not. */
const OPEN_TIMEOUT_MS = 300;
const ACCOUNTS = 5;

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
    const work: Work = { env, client, document, operations: listOperations(document), accounts, log, done: new Map() };
    const lines: Line[] = [];
    const add = async (what: string, send: () => Promise<Tally>) => {
      if (!what.includes(options.only ?? '')) return;
      const line = toLine(what, await send());
      if (line.lost.length > 0) line.lost.push(`What the shop said last:\n${shop.words()}`);
      lines.push(line);
      log(`${what}: ${line.figures}`);
    };
    const { seed } = options;
    for (const kind of KINDS) await add(kind, () => sendKind(work, seed, kind, scaled(options, SHARES[kind]), shop));
    await add('events of the provider', () => sendEvents(work, seed, scaled(options, EVENTS), shop));
    await add('photos', () => sendPhotos(work, seed, scaled(options, PHOTOS), shop));
    await add('hardly HTTP', () => sendMalformed(seed, scaled(options, MALFORMED), shop));
    // The desk last: what an owner sets may close the shop.
    await add('desk, photos', () => sendDeskPhotos(work, seed, scaled(options, PHOTOS / 2), shop));
    await add('desk, catalogues', () => sendCatalogues(work, seed, scaled(options, CATALOGUES), shop));
    await add('desk, pages', () => sendToPages(work, seed, scaled(options, DESK_PAGES), shop));
    for (const kind of KINDS)
      await add(`desk, ${kind}`, () => sendToDesk(work, seed, kind, scaled(options, AT_DESK), shop));
    lines.push(await requestLast(client, shop));
    if (options.only === undefined) lines.push(findUntried(work));
    return { lines };
  },
};

/** Every call of the document was sent; how many were also done shows how far the requests get. */
function findUntried({ operations, done }: Work): Line {
  const lost = operations.filter((one) => !done.has(one)).map(({ method, path }) => `${method} ${path} was never sent`);
  const count = operations.filter((one) => done.get(one)).length;
  const figures = `${count} of them were done at least once`;
  return { what: 'every call of the document', tried: operations.length, faults: 0, lost, figures };
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

/** Replaces an account by a new one, or by itself logged in again; where that fails, it stays. */
async function replace({ accounts, log }: Work, index: number, find: () => Promise<TestAccount>): Promise<void> {
  try {
    accounts[index] = await find();
  } catch (error) {
    log(`no new account: ${(error as Error).message}`);
  }
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

async function requestLast(client: HttpClient, shop: OpenShop): Promise<Line> {
  const reply = await client.send({ method: 'GET', path: '/api/products/?search=rose' }).catch((error: Error) => error);
  const isAlive = !shop.hasEnded() && !(reply instanceof Error) && reply.status === 200;
  const lost = isAlive ? [] : [`It is not there.\n${shop.words()}`];
  return { what: 'the shop afterwards', tried: 1, faults: 0, lost };
}
