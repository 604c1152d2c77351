import { blackPng } from '#server/testing/photos/hostile-photos.ts';
import { createCustomer } from '../../rig/customer.ts';
import { watchPeak } from '../../rig/processes.ts';
import { figure } from '../../rig/table.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { exchange, type Outcome } from '../raw.ts';
import { deliverYesterday, openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { visitFor, visitShop } from '../visit-shop.ts';
import { listSizes, type Size, type Uploader } from './oversized.ts';

/** Of each kind; all of them together are two hundred. */
const ROUNDS = 10;
const PATIENCE_MS = 20_000;
const ANSWERED_MS = 5_000;
const GO_ON_MS = 1_000;
const MOST_GROWTH_MB = 50;
const LOOK_MS = 20;

/** Sends what is larger than the shop accepts, as fast as the connection allows, while someone visits. */
export const sizes: Proof = {
  name: 'sizes',
  about:
    'bodies up to 1 GB and without end, a photo of 3.6 GB, 10,000 headers, deep JSON, a million keys, a decompression bomb',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    const shop = await requireOpen(env);
    // Forty million pixels of eight bytes in one row: decoders hold a row whole, several times.
    const oneRow = await blackPng({ width: 39_999_999, height: 1, depth: 16, colour: 'rgba' });
    const uploaders = [await findUploader(env), await findUploader(env), await findUploader(env)] as const;
    const all = listSizes(...uploaders, oneRow);
    // What it holds once it has met each of them; from then on nothing may pile up.
    for (const size of all) await exchange(size.send(), { patienceMs: PATIENCE_MS, goOnMs: GO_ON_MS });
    const rest = watchPeak(shop.pid, LOOK_MS);
    await visitFor(3_000);
    const restKb = rest.stop();
    const leave = visitShop();
    const lines: Line[] = [];
    const peak = watchPeak(shop.pid, LOOK_MS);
    for (const size of all.filter(({ what }) => isWanted(options, what))) {
      lines.push(await sendAll(size, scaled(options, ROUNDS)));
      log(`${size.what}: ${lines.at(-1)?.figures}`);
    }
    const growth = (peak.stop() - restKb) / 1024;
    const health = await leave();
    const lost = [...health.failures];
    if (growth > MOST_GROWTH_MB) lost.push(`The shop grew by ${figure(growth)} MB.`);
    if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
    const figures = `p95 ${figure(health.p95)} ms, slowest ${figure(health.slowest)} ms; the shop grew by ${figure(growth)} MB`;
    lines.push({ what: 'a visitor meanwhile', tried: health.answers, faults: 0, lost, figures });
    return { lines };
  },
};

async function sendAll({ what, send, answers }: Size, rounds: number): Promise<Line> {
  const lost: string[] = [];
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await exchange(send(), { patienceMs: PATIENCE_MS, goOnMs: GO_ON_MS });
    outcomes.push(outcome);
    const { status = 'cut', ms, isOver, text } = outcome;
    if (!answers.includes(status)) lost.push(`answered ${status}: ${text.slice(0, 300)}`);
    if (ms > ANSWERED_MS) lost.push(`answered ${status} after ${figure(ms / 1000)} s`);
    if (!isOver && status === 'cut') lost.push('neither answered nor cut');
  }
  const seen = [...new Set(outcomes.map(({ status }) => status ?? 'cut'))].join(', ');
  const taken = Math.max(...outcomes.map(({ sentBytes }) => sentBytes)) / 2 ** 20;
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  const hangsUp = outcomes.every(({ isOver }) => isOver) ? '' : ', and read on';
  const figures = `${seen} within ${figure(slowest)} ms, ${figure(taken)} MB sent${hangsUp}`;
  return { what, tried: rounds, faults: rounds, lost, figures };
}

async function findUploader(env: TestEnvironment): Promise<Uploader> {
  const customer = await createCustomer(env.client);
  const orderId = await customer.buy(env.provider);
  await deliverYesterday(env, orderId);
  return { access: customer.tokens().access, orderId };
}
