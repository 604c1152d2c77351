import { createHash } from 'node:crypto';
import { type HttpClient, type HttpRequest, requireStatus } from '../../rig/http-client.ts';
import { compareGroups, median, percentile, smallestVisible } from '../../rig/statistics.ts';
import { against, figure, type Table } from '../../rig/table.ts';
import { fromElsewhere, known, LOGIN, unknown, wrongLogin } from '../visitors.ts';

/** Chance alone falls below this once in a hundred runs. */
const LEVEL = 0.01;

type Kind = {
  name: string;
  path: string;
  /** What is sent; asked for before anything is measured. */
  toBody(email: string, client: HttpClient): unknown;
  status: number;
  /** So many mailboxes of each kind, each so often: fewer than the shop allows, so that none is refused for that. */
  mailboxes: number;
  timesEach: number;
};
type Times = { known: number[]; unknown: number[] };

/** Another one in each answer. */
const TICKET = /(?<="ticket":")[\w-]+/;
const LOGIN_CODE = '/api/user/login-code/';

/** A code for each try: after five wrong ones it would end. It is right once in a million times. */
async function wrongCode(email: string, client: HttpClient) {
  const request = fromElsewhere(LOGIN_CODE, { email });
  const { text } = requireStatus(200, request, await client.send(request));
  return { ticket: JSON.parse(text).ticket, code: '000000' };
}

const KINDS: Kind[] = [
  { name: 'wrong password', path: LOGIN, toBody: wrongLogin, status: 401, mailboxes: 20, timesEach: 25 },
  {
    name: 'password forgotten',
    path: '/api/v1/auth/password/reset/',
    toBody: (email) => ({ email }),
    status: 200,
    mailboxes: 50,
    timesEach: 3,
  },
  {
    name: 'code by mail',
    path: LOGIN_CODE,
    toBody: (email) => ({ email }),
    status: 200,
    mailboxes: 50,
    timesEach: 3,
  },
  { name: 'wrong code', path: `${LOGIN_CODE}use/`, toBody: wrongCode, status: 400, mailboxes: 50, timesEach: 3 },
];
export const MAILBOXES = Math.max(...KINDS.map(({ mailboxes }) => mailboxes));
/** The first calls, before the shop's code is compiled, are not counted. */
const WARM_UP = 20;

/** Sends known and unknown addresses in the order that the seed decides; throws where replies differ in their words. */
async function measureKind(client: HttpClient, kind: Kind, seed: number): Promise<Times> {
  const { path, toBody, status, mailboxes, timesEach } = kind;
  const tries = Array.from({ length: mailboxes * timesEach }, (_, number) => [
    { group: 'known' as const, email: known(number % mailboxes) },
    { group: 'unknown' as const, email: unknown(number % mailboxes) },
  ]).flat();
  const requests: { group: keyof Times; request: HttpRequest }[] = [];
  for (const { group, email } of shuffle(tries, seed))
    requests.push({ group, request: fromElsewhere(path, await toBody(email, client)) });
  const times: Times = { known: [], unknown: [] };
  const words = new Set<string>();
  for (const { group, request } of requests) {
    const { text, ms } = requireStatus(status, request, await client.send(request));
    words.add(text.replace(TICKET, ''));
    times[group].push(ms);
  }
  if (words.size > 1) throw new Error(`${path} answers in different words: ${[...words].join(' ')}`);
  return times;
}

export async function compareKnownWithUnknown(client: HttpClient, seed: number): Promise<Table> {
  for (let number = 0; number < WARM_UP; number++) {
    const email = number % 2 ? known(MAILBOXES + number) : unknown(MAILBOXES + number);
    await client.send(fromElsewhere(LOGIN, wrongLogin(email)));
  }
  const results: [Kind, Times][] = [];
  for (const kind of KINDS) results.push([kind, await measureKind(client, kind, seed)]);
  return {
    title: 'An address with an account and one without',
    columns: [
      '',
      'calls of each',
      'known: median ms',
      'p90 ms',
      'unknown: median ms',
      'p90 ms',
      'difference ms',
      'difference %',
      'z',
      `p ≥ ${LEVEL}`,
      'would show from ms',
    ],
    rows: results.map(([{ name }, times]) => toRow(name, times)),
    notes: [
      ...results.map(([{ name }, times]) => toSentence(name, times)),
      `One call after the other on one open connection, known and unknown in random order (seed ${seed}), each from a network of its own. z and p are of the two-sided test of Mann and Whitney; by chance alone p falls below ${LEVEL} in one run of ${1 / LEVEL}. “Would show from” is the smallest difference that the test would have noticed in this noise. All answers of a row had the same words.`,
    ],
  };
}

function toRow(name: string, times: Times): string[] {
  const { z, p } = compareGroups(times.known, times.unknown);
  const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
  return [
    name,
    figure(times.known.length),
    ...[ofKnown, percentile(times.known, 0.9), ofUnknown, percentile(times.unknown, 0.9)].map(figure),
    figure(ofUnknown - ofKnown),
    figure((100 * (ofUnknown - ofKnown)) / ofKnown),
    figure(z),
    against(p.toFixed(3), p >= LEVEL),
    figure(smallestVisible(times.known, times.unknown, LEVEL)),
  ];
}

function toSentence(name: string, times: Times): string {
  const { p, rightIsLarger } = compareGroups(times.known, times.unknown);
  const pairs = `the unknown address took longer in ${figure(100 * rightIsLarger)} % of all pairs, and a coin says 50`;
  const chance = `chance alone does as much in ${figure(100 * p)} of 100 runs`;
  return p >= LEVEL
    ? `${name}: time does not tell who has an account: ${pairs}; ${chance}.`
    : `${name}: **time tells who has an account**: ${pairs}; ${chance}.`;
}

/** In an order that only the seed decides. */
function shuffle<T>(values: T[], seed: number): T[] {
  const rank = (number: number) => createHash('sha256').update(`${seed} ${number}`).digest('hex');
  return values
    .map((value, number) => ({ value, rank: rank(number) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ value }) => value);
}
