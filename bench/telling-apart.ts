import type { Customer } from './http-client.ts';
import type { Shop } from './shop.ts';
import { shuffle } from './shuffle.ts';
import { compareGroups, median, percentile, smallestVisible } from './statistics.ts';
import { against, figure, type Table } from './table.ts';
import { fromElsewhere, known, unknown, wrongLogin } from './visitors.ts';

/** Chance alone falls below this once in a hundred runs. */
const LEVEL = 0.01;

type Question = {
  name: string;
  path: string;
  toBody(email: string): unknown;
  status: number;
  /** So many mailboxes of each kind, each so often: fewer than the shop allows, so that none is refused for that. */
  mailboxes: number;
  timesEach: number;
};
type Times = { known: number[]; unknown: number[] };

const QUESTIONS: Question[] = [
  { name: 'wrong password', path: '/api/user/login/', toBody: wrongLogin, status: 401, mailboxes: 20, timesEach: 25 },
  {
    name: 'password forgotten',
    path: '/api/v1/auth/password/reset/',
    toBody: (email) => ({ email }),
    status: 200,
    mailboxes: 50,
    timesEach: 3,
  },
];
export const MAILBOXES = Math.max(...QUESTIONS.map(({ mailboxes }) => mailboxes));
/** Who was in the first lines of the shop's code before it was warm. */
const WARM_UP = 20;

/** Asks about known and unknown addresses in turn as the seed decides; answers that differ in words end it. */
async function ask({ url }: Shop, customer: Customer, question: Question, seed: number): Promise<Times> {
  const { path, toBody, status, mailboxes, timesEach } = question;
  const tries = Array.from({ length: mailboxes * timesEach }, (_, place) => [
    { group: 'known' as const, email: known(place % mailboxes) },
    { group: 'unknown' as const, email: unknown(place % mailboxes) },
  ]).flat();
  const times: Times = { known: [], unknown: [] };
  const words = new Set<string>();
  for (const { group, email } of shuffle(tries, seed)) {
    const answer = await customer.call(`${url}${path}`, fromElsewhere(toBody(email)));
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    words.add(String(answer.body));
    times[group].push(answer.ms);
  }
  if (words.size > 1) throw new Error(`${path} answers in different words: ${[...words].join(' ')}`);
  return times;
}

/** Whether the time of an answer tells who has an account. */
export async function measureTellingApart(shop: Shop, customer: Customer, seed: number): Promise<Table> {
  for (let place = 0; place < WARM_UP; place++) {
    const email = place % 2 ? known(MAILBOXES + place) : unknown(MAILBOXES + place);
    await customer.call(`${shop.url}/api/user/login/`, fromElsewhere(wrongLogin(email)));
  }
  const results: [Question, Times][] = [];
  for (const question of QUESTIONS) results.push([question, await ask(shop, customer, question, seed)]);
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
