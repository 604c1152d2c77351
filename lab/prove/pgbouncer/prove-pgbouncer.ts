import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { type Pooler, startPgbouncer } from '#server/testing/servers/start-pgbouncer.ts';
import { startChild } from '../../rig/children.ts';
import { makeDataDir, ROOT } from '../../rig/shop.ts';
import { openFirst } from '../agreement.ts';
import { buyUnder } from '../buy-under.ts';
import { cleaningUp } from '../clean-up.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Log, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { openTestEnvironment, PORTS, requireOpen } from '../test-environment.ts';

const SECONDS = 60;
/** Where vitest.config.ts has it written, whatever the command says. */
const REPORT = join(ROOT, 'build', 'reports', 'vitest.json');
const TESTS = 'the API tests through it';
const KILLED = 'two shops buy through it while it is killed';

/**
 * Tests of the connection itself: they end, freeze or count connections of PostgreSQL by name, or set something for a
 * session, and so mean the shop's own connections and not those of a pooler.
 */
const OF_THE_CONNECTION = [
  'server/src/platform/database/**',
  'server/src/whole-shop/read-only-database.test.ts',
  'server/src/whole-shop/architecture.test.ts',
];

/** PgBouncer in transaction mode: two statements of one client may reach two connections of PostgreSQL. */
export const pgbouncer: Proof = {
  name: 'pgbouncer',
  about: "runs the API tests, and two shops, through Debian's PgBouncer in transaction mode",
  ownDatabase: true,
  async prove(options, log) {
    const missing = describeMissing('pgbouncer');
    if (missing) return { lines: [{ what: 'PgBouncer', tried: 0, faults: 0, lost: [missing] }] };
    const lines: Line[] = [];
    if (isWanted(options, KILLED)) lines.push(await buyThrough(options, log));
    if (isWanted(options, TESTS)) lines.push(await runTests(log));
    return { lines };
  },
};

async function buyThrough(options: ProofOptions, log: Log): Promise<Line> {
  await using folder = await makeDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder.dataDir, 'pooled'), connections: 150 });
  const direct = postgres.connectionString;
  const start = (port?: number) => startPgbouncer(direct, { poolSize: 5, port });
  let pooler: Pooler | undefined;
  const close = cleaningUp(async () => {
    await pooler?.stop();
    await postgres.stop();
  });
  try {
    pooler = await start();
    const { address } = pooler;
    const { pathname, username } = new URL(direct);
    const DATABASE_URL = `postgresql://${username}@${address}${pathname}?sslmode=disable`;
    const settings = { DATABASE_URL, DATABASE_DIRECT_URL: direct };
    await using env = await openTestEnvironment({ connectionString: direct, settings });
    await openFirst(env);
    const shops = [await requireOpen(env), await requireOpen(env, { port: PORTS.behind })];
    const restart = async () => {
      await pooler?.stop();
      await sleep(500);
      pooler = await start(Number(address.split(':')[1]));
      return 'PgBouncer was killed and started again';
    };
    const size = { seconds: scaled(options, SECONDS, 15), seed: `${options.seed} pgbouncer` };
    const { tried, faults, lost, figures = '' } = await buyUnder(env, KILLED, restart, size, log);
    for (const shop of shops) if (shop.hasEnded()) lost.push(`A shop ended.\n${shop.words()}`);
    return { what: KILLED, tried, faults, lost, figures: `${figures}; 5 connections for both shops` };
  } finally {
    await close();
  }
}

type Report = { numPassedTests: number; testResults: { name: string; assertionResults: Result[]; message?: string }[] };
type Result = { status: string; fullName: string };

async function runTests(log: Log): Promise<Line> {
  await rm(REPORT, { force: true });
  const exclude = OF_THE_CONNECTION.flatMap((pattern) => ['--exclude', pattern]);
  const args = ['run', 'server/src', ...exclude];
  const child = startChild(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, TEST_THROUGH_PGBOUNCER: '1' },
  });
  for (let seconds = 0; !child.hasEnded(); seconds++) {
    if (seconds % 60 === 59) log(`the tests have run for ${Math.round(seconds / 60)} min`);
    await sleep(1_000);
  }
  const text = await readFile(REPORT, 'utf8').catch(() => undefined);
  if (!text)
    return { what: TESTS, tried: 0, faults: 0, lost: [`The tests did not end.\n${child.words().slice(-2_000)}`] };
  const { numPassedTests, testResults } = JSON.parse(text) as Report;
  const lost = testResults.flatMap(({ name, assertionResults, message }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    return failed.length === 0 && message ? [`${name}: ${message}`] : failed;
  });
  // An error outside of every test is in no result.
  if (lost.length === 0 && (child.exitCode() !== 0 || numPassedTests === 0))
    lost.push(`The tests ended with ${child.exitCode()}.\n${child.words().slice(-2_000)}`);
  return { what: TESTS, tried: numPassedTests + lost.length, faults: 0, lost, figures: `${testResults.length} files` };
}
