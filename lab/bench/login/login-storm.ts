import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Busy } from '#server/errors.ts';
import type { Customer } from '../../rig/customer.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import { watchPeak } from '../../rig/processes.ts';
import { listBouquets, type Shop } from '../../rig/shop.ts';
import { median, percentile } from '../../rig/statistics.ts';
import { against, figure, ratio, type Table } from '../../rig/table.ts';
import { AIM_MB, megabytes, type Reading, readMemory } from '../memory.ts';
import { EVERY_MS, type Probe, probeFor, startProbing, type Waits } from '../probes.ts';
import { newSearches } from '../search-words.ts';
import { fromElsewhere, known, LOGIN, rightLogin } from '../visitors.ts';
import type { Storm, StormAnswer } from './storm-worker.ts';

const LOGINS = 1_000;
/** Long enough for the letters that the first table asked for. */
const REST_MS = 10_000;
const BEFORE_MS = 10_000;
const AFTER_MS = 10_000;
const SAMPLE_EVERY_MS = 50;
const BUSY = new Busy().message;

type Accounts = { first: number; count: number };

/** A thousand right passwords at once: how many log in, what other visitors notice, and the memory that it takes. */
export async function measureStorm(
  shop: Shop,
  client: HttpClient,
  visitor: Customer,
  accounts: Accounts,
): Promise<Table[]> {
  await visitor.logIn();
  const probes = await listProbes(shop, visitor.tokens().access);
  // The first request for a page draws and compresses it; that is not what is measured here.
  for (const { nextPath, headers = {} } of probes) await client.send({ path: nextPath(), headers });
  await sleep(REST_MS);
  const rest = readMemory(shop);
  const before = await probeFor(BEFORE_MS, shop.url, probes);
  const { answers, tookMs, during, peakKb } = await storm(shop, probes, accounts);
  await sleep(AFTER_MS);
  const after = readMemory(shop);
  return [
    toAnswerTable(answers, tookMs, accounts),
    toWaitTable(probes, before, during),
    toMemoryTable(rest, peakKb, after),
  ];
}

async function listProbes(shop: Shop, token: string): Promise<Probe[]> {
  const names = (await listBouquets(shop)).map(({ name }) => name);
  return [
    { name: 'list, cached', nextPath: () => '/api/products/?limit=24' },
    { name: 'search, new words', nextPath: newSearches(names) },
    { name: 'home page', nextPath: () => '/', headers: { 'accept-encoding': 'br' } },
    { name: 'own profile', nextPath: () => '/api/user/profile/', headers: { authorization: `Bearer ${token}` } },
  ];
}

async function storm(shop: Shop, probes: Probe[], { first, count }: Accounts) {
  const requests = Array.from({ length: LOGINS }, (_, number) =>
    fromElsewhere(LOGIN, rightLogin(known(first + (number % count)))),
  );
  const workerData: Storm = { origin: shop.url, requests };
  const peak = watchPeak(shop.pid, SAMPLE_EVERY_MS);
  await using worker = new Worker(new URL('./storm-worker.ts', import.meta.url), { workerData });
  await once(worker, 'online');
  const probing = startProbing(shop.url, probes);
  const start = performance.now();
  worker.postMessage('begin');
  const [answers] = (await once(worker, 'message')) as [StormAnswer[]];
  const tookMs = performance.now() - start;
  const during = await probing.stop();
  return { answers, tookMs, during, peakKb: peak.stop() };
}

function toAnswerTable(answers: StormAnswer[], tookMs: number, { count }: Accounts): Table {
  const isSignedIn = ({ status }: StormAnswer) => status === 200;
  const isRefused = ({ status, body }: StormAnswer) => status === 503 && body.includes(BUSY);
  const others = answers.filter((answer) => !isSignedIn(answer) && !isRefused(answer));
  const toRow = (name: string, group: StormAnswer[], text = figure(group.length)) => {
    const waits = group.map(({ ms }) => ms);
    return [name, text, figure(median(waits)), figure(percentile(waits, 1))];
  };
  const kinds = new Set(others.map(({ status, body }) => `${status} ${body}`));
  return {
    title: `${figure(LOGINS)} logins at once`,
    columns: ['', 'answers', 'median ms', 'last ms'],
    rows: [
      toRow('200, signed in', answers.filter(isSignedIn)),
      toRow('503, refused for now', answers.filter(isRefused)),
      toRow('anything else', others, against(String(others.length), others.length === 0)),
    ],
    notes: [
      `Right passwords of ${count} accounts, each from a network of its own; the last answer came after ${figure(tookMs / 1000)} s. A hash takes a core for a while, and one core is left to the others: a login that has waited in the queue almost as long as a browser would is refused with 503 before anything is hashed, by design.`,
      ...[...kinds].slice(0, 5).map((kind) => `Anything else: ${kind}`),
    ],
  };
}

function toWaitTable(probes: Probe[], before: Waits[], during: Waits[]): Table {
  const beside = (share: number, { ms: first }: Waits, { ms: then }: Waits) => {
    const [was, is] = [percentile(first, share), percentile(then, share)];
    return [figure(was), figure(is), ratio(is, was)];
  };
  const none: Waits = { ms: [], failed: 0 };
  return {
    title: 'The rest of the shop meanwhile',
    columns: [
      '',
      'asked',
      'p50 before ms',
      'during',
      'ratio',
      'p99 before ms',
      'during',
      'ratio',
      'longest ms',
      'failed',
    ],
    rows: probes.map(({ name }, number) => {
      const [was, is] = [before[number] ?? none, during[number] ?? none];
      const failed = was.failed + is.failed;
      return [
        name,
        `${figure(was.ms.length)} + ${figure(is.ms.length)}`,
        ...beside(0.5, was, is),
        ...beside(0.99, was, is),
        figure(percentile(is.ms, 1)),
        against(String(failed), failed === 0),
      ];
    }),
    notes: [
      `Each asked every ${EVERY_MS} ms, whether or not the last answer had come: for ${BEFORE_MS / 1000} s before, and until the last login was answered.`,
    ],
  };
}

function toMemoryTable(rest: Reading, peakKb: number, after: Reading): Table {
  const toRow = (name: string, rssKb: number, postgresKb: number) => {
    const rss = megabytes(rssKb);
    return [name, against(figure(rss), rss <= AIM_MB.loaded), `≤ ${AIM_MB.loaded}`, figure(megabytes(postgresKb))];
  };
  return {
    title: 'Memory in MB',
    columns: ['', 'shop RSS', 'aim', 'PostgreSQL PSS'],
    rows: [
      toRow('before', rest.shop.rssKb, rest.postgres.pssKb),
      toRow('peak during', peakKb, Number.NaN),
      toRow(`${AFTER_MS / 1000} s after`, after.shop.rssKb, after.postgres.pssKb),
    ],
    notes: [
      `Before is ${REST_MS / 1000} s of rest after the logins of the first table; the peak is the largest of samples every ${SAMPLE_EVERY_MS} ms.`,
    ],
  };
}
