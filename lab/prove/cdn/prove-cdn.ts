import { openHttpClient } from '../../rig/http-client.ts';
import type { Table } from '../../rig/table.ts';
import { countSoldBefore } from '../agreement.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Log, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { openTestEnvironment, PORTS, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { closeShop } from './close-shop.ts';
import { failShop } from './fail-shop.ts';
import { keepPrivate } from './keep-private.ts';
import { outlast } from './outlast.ts';
import { purgeByHand, seeChanges } from './see-changes.ts';
import { type Lifetimes, shortenLifetimes } from './shorten-lifetimes.ts';
import { MODEL, playDay, type Tally } from './traffic.ts';
import { openVarnish } from './varnish.ts';

/** A day in six minutes. */
const FASTER = 240;
const MAX_AGE_S = 60;
const STALE_WHILE_REVALIDATE_S = 10;
const STALE_IF_ERROR_S = 86_400;
const AWAY_SECONDS = 30;
const ROUNDS = 2;
const SHORT: Lifetimes = { maxAge: 1, staleIfError: 10 };

/** Varnish before the shop: what it stores, for how long, and what it shows while there is no shop. */
export const cdn: Proof = {
  name: 'cdn',
  about: "Debian's Varnish before the shop: private answers, changed bouquets, the shop killed, a day's hits",
  async prove(options, log) {
    const missing = describeMissing('varnishd')?.replaceAll(/install varnishd/g, 'install varnish');
    if (missing) return { lines: [{ what: 'Varnish', tried: 0, faults: 0, lost: [missing] }] };
    await using env = await openTestEnvironment();
    const first = await requireOpen(env, { port: PORTS.behind });
    await countSoldBefore(env);
    await first.kill();
    const lines: Line[] = [];
    if (isWanted(options, 'as it is')) lines.push(...(await proveAsItIs(env, options, log)));
    if (isWanted(options, 'outlast')) lines.push(await proveOutlasting(env));
    if (isWanted(options, 'answers 503')) lines.push(await proveFailing(env));
    log('a day begins');
    if (!isWanted(options, 'day')) return { lines };
    const { line, table } = await proveDay(env, options);
    return { lines: [...lines, line], tables: [table] };
  },
};

const openDirect = () => openHttpClient({ origin: `http://127.0.0.1:${PORTS.behind}`, timeoutMs: 20_000 });

/** With the VCL and the headers as they are. */
async function proveAsItIs(env: TestEnvironment, options: ProofOptions, log: Log): Promise<Line[]> {
  const shop = await requireOpen(env, { port: PORTS.behind });
  await using varnish = await openVarnish({ behind: PORTS.behind });
  using direct = openDirect();
  const lines: Line[] = [];
  const add = (line: Line) => {
    lines.push(line);
    log(`${line.what}: ${line.lost.length} lost; ${line.figures}`);
  };
  add(await keepPrivate(env, varnish, direct));
  add(await purgeByHand(env, varnish));
  add(await seeChanges(env, scaled(options, ROUNDS)));
  const [line, reopened] = await closeShop(env, shop, { seconds: scaled(options, AWAY_SECONDS, 10) });
  add(line);
  await reopened.kill();
  return lines;
}

async function proveOutlasting(env: TestEnvironment): Promise<Line> {
  const shop = await requireOpen(env, { port: PORTS.behind });
  await using _shorter = await shortenLifetimes(PORTS.proxy, PORTS.behind, SHORT);
  await using _varnish = await openVarnish({ behind: PORTS.proxy, graceSeconds: 1 });
  return await outlast(env.client, shop, SHORT);
}

async function proveFailing(env: TestEnvironment): Promise<Line> {
  const shop = await requireOpen(env, { port: PORTS.behind });
  await using shortened = await shortenLifetimes(PORTS.proxy, PORTS.behind, SHORT);
  await using _varnish = await openVarnish({ behind: PORTS.proxy, graceSeconds: 1 });
  const line = await failShop(env.client, shortened, SHORT);
  await shop.kill();
  return line;
}

async function proveDay(env: TestEnvironment, options: ProofOptions): Promise<{ line: Line; table: Table }> {
  const shop = await requireOpen(env, { port: PORTS.behind });
  const lifetimes = { maxAge: MAX_AGE_S / FASTER, staleIfError: STALE_IF_ERROR_S / FASTER };
  await using _shorter = await shortenLifetimes(PORTS.proxy, PORTS.behind, lifetimes);
  await using varnish = await openVarnish({
    behind: PORTS.proxy,
    graceSeconds: Number((STALE_WHILE_REVALIDATE_S / FASTER).toFixed(3)),
  });
  using direct = openDirect();
  using client = openHttpClient({ origin: SHOP, maxSockets: 100, timeoutMs: 20_000 });
  const visits = scaled(options, MODEL.visits, 50);
  const { tally, failures, seconds } = await playDay(
    env,
    { client, direct },
    { faster: FASTER, visits, seed: String(options.seed) },
  );
  const [unchanged = 0] = await varnish.count('fetch_304');
  await shop.kill();
  const all = sumOf(tally);
  const line: Line = {
    what: `a day of ${visits.toLocaleString('en-GB')} visits`,
    tried: all.requests,
    faults: MODEL.changes,
    lost: failures,
    figures: [
      `${share(all.hits, all.requests)} of all requests and ${share(all.hitBytes, all.bytes)} of all bytes came from the cache`,
      `${share(all.hits, all.requests - tally.private.requests)} of what is public`,
      `${all.requests - all.hits} requests reached the shop, ${unchanged} of them answered 304`,
      `played in ${seconds.toFixed(0)} s, ${FASTER} times faster`,
    ].join(', '),
  };
  return { line, table: toTable(tally) };
}

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const sumOf = (tally: Tally) =>
  Object.values(tally).reduce((sum, line) => ({
    requests: sum.requests + line.requests,
    hits: sum.hits + line.hits,
    bytes: sum.bytes + line.bytes,
    hitBytes: sum.hitBytes + line.hitBytes,
  }));

const toTable = (tally: Tally): Table => ({
  title: 'From the cache, by kind',
  columns: ['Kind', 'Requests', 'Hits', 'MB', 'MB from the cache'],
  rows: Object.entries(tally).map(([kind, { requests, hits, bytes, hitBytes }]) => [
    kind,
    requests.toLocaleString('en-GB'),
    share(hits, requests),
    (bytes / 2 ** 20).toFixed(1),
    share(hitBytes, bytes),
  ]),
});
