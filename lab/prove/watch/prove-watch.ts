import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { createCustomer } from '../../rig/customer.ts';
import { listPostgres } from '../../rig/processes.ts';
import { figure } from '../../rig/table.ts';
import { openFirst } from '../agreement.ts';
import { cleaningUp } from '../clean-up.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { checkRules, type Prometheus, startPrometheus } from './prometheus.ts';

const BUYERS = 20;
const METRICS = [PORTS.behind + 4, PORTS.behind + 5];
const PROMETHEUS = PORTS.behind + 6;
/** Prometheus asks every 15 seconds, and a rule waits for a minute before it fires. */
const FIRES_MS = 180_000;
const CALMS_MS = 60_000;
const SHOWN_MS = 60_000;

/** A real Prometheus reads two shops on one database, and says so when something is wrong. */
export const watch: Proof = {
  name: 'watch',
  about: 'a real Prometheus on two shops: an unclear payment and a frozen database are told',
  ownDatabase: true,
  async prove(options, log) {
    const missing = describeMissing('prometheus');
    if (missing) return { lines: [{ what: 'watched', tried: 0, faults: 0, lost: [missing] }] };
    await using env = await openTestEnvironment('given');
    await openFirst(env);
    for (const [number, port] of METRICS.entries())
      await requireOpen(env, {
        port: number === 0 ? PORTS.shop : PORTS.behind,
        settings: { METRICS_PORT: String(port) },
      });
    const targets = METRICS.map((port) => `127.0.0.1:${port}`);
    const prometheus = await startPrometheus(env.dataDir, PROMETHEUS, targets);
    const lines: Line[] = [];
    for (const [what, tryIt] of Object.entries(TRIES).filter(([what]) => isWanted(options, what))) {
      const line = { what, ...(await tryIt(env, prometheus, options)) };
      log(`${what}: ${line.figures}${line.lost.map((words) => `\n  ${words}`).join('')}`);
      lines.push(line);
    }
    return { lines };
  },
};

type Try = (env: TestEnvironment, prometheus: Prometheus, options: ProofOptions) => Promise<Omit<Line, 'what'>>;

const checked: Try = async ({ dataDir }) => ({
  tried: 4,
  faults: 0,
  lost: await checkRules(dataDir),
  figures: 'alert rules, their tests, the configuration and the queries of the dashboard read by promtool',
});

/** What Prometheus adds up over both shops is what the buyers did. */
const counted: Try = async (env, { query }, options) => {
  const count = scaled(options, BUYERS, 3);
  const bought = await pMap(
    Array(count).keys(),
    async () => (await createCustomer(env.client)).buy(env.provider, {}, 30),
    { concurrency: 3 },
  );
  const expected: Record<string, [string, number]> = {
    'processes that answer': ['sum(up{job="marigold-lane"})', 2],
    'processes that read the database': ['sum(shop_database_up)', 2],
    'orders to tie': ['max(shop_orders{stage="to tie"})', count],
    'captured payments': ['max(shop_payments{state="captured"})', count],
    registrations: ['sum(shop_http_requests_total{route="/api/user/register/",status="201"})', count],
    'alerts that fire': ['count(ALERTS{alertstate="firing"}) or vector(0)', 0],
  };
  const lost: string[] = [];
  for (const [what, [expression, wanted]] of Object.entries(expected)) {
    const seen = await awaitValue(query, expression, wanted);
    if (seen !== wanted) lost.push(`${what}: ${seen}, not ${wanted}`);
  }
  return {
    tried: bought.length,
    faults: 0,
    lost,
    figures: `${count} bought, and both shops together tell of ${count}`,
  };
};

async function awaitValue(query: Prometheus['query'], expression: string, wanted: number) {
  const start = performance.now();
  for (;;) {
    const [found] = await query(expression);
    if (found?.value === wanted || performance.now() - start > SHOWN_MS) return found?.value;
    await sleep(500);
  }
}

/** A lease keeps every process from settling it, as if PayPal were away. */
const unclear: Try = async ({ query }, prometheus) => {
  const [payment] = await query<{ id: string; changed_at: string }>(
    "select id, changed_at::text from payments where state = 'captured' limit 1",
  );
  if (!payment) return { tried: 0, faults: 0, lost: ['Nobody has bought.'], figures: '' };
  const lease = "lease_until = now() + interval '1 day'";
  await query(
    `update payments set state = 'unknown', ${lease}, changed_at = now() - interval '20 minutes' where id = $1`,
    [payment.id],
  );
  const fired = await prometheus.awaitAlert('PaymentUnclear', true, FIRES_MS);
  await query(
    "update payments set state = 'captured', lease_until = null, changed_at = $2::timestamptz where id = $1",
    [payment.id, payment.changed_at],
  );
  const calmed = await prometheus.awaitAlert('PaymentUnclear', false, CALMS_MS);
  return toLine(fired, calmed, []);
};

/** Every scrape is answered all the same. */
const frozen: Try = async ({ dataDir }, prometheus) => {
  const all = listPostgres(join(dataDir, 'given'));
  if (all.length === 0) return { tried: 0, faults: 0, lost: ['There is no PostgreSQL.'], figures: '' };
  const thaw = cleaningUp(async () => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  });
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  const fired = await prometheus.awaitAlert('DatabaseAway', true, FIRES_MS);
  const [answered] = await prometheus.query('min(min_over_time(up{job="marigold-lane"}[1m]))');
  await thaw();
  const calmed = await prometheus.awaitAlert('DatabaseAway', false, CALMS_MS);
  return toLine(fired, calmed, answered?.value === 1 ? [] : ['A scrape was not answered.']);
};

function toLine(fired: number | undefined, calmed: number | undefined, others: string[]): Omit<Line, 'what'> {
  return {
    tried: 1,
    faults: 1,
    lost: [
      ...others,
      ...(fired === undefined ? ['The alert did not fire.'] : []),
      ...(calmed === undefined ? ['The alert did not end.'] : []),
    ],
    figures: `alert after ${figure(fired ?? Number.NaN)} s, over ${figure(calmed ?? Number.NaN)} s after the cause was`,
  };
}

const TRIES: Record<string, Try> = {
  'rules and dashboard': checked,
  'buyers are counted': counted,
  'a payment stays unclear': unclear,
  'the database is frozen': frozen,
};
