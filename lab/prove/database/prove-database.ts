import { setTimeout as sleep } from 'node:timers/promises';
import { listPostgres } from '../../rig/processes.ts';
import { openFirst } from '../agreement.ts';
import { buyUnder } from '../buy-under.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { isOk, openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';

const SECONDS = 60;
const HEALED_MS = 20_000;

const terminateAll = async ({ query }: TestEnvironment) => {
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
};
/** After one of its processes was killed PostgreSQL restarts all of them. */
const killBackend = async ({ query }: TestEnvironment) => {
  const [one] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'marigold-lane' order by random() limit 1`,
  );
  if (!one) throw new Error('the shop has no connection');
  process.kill(one.pid, 'SIGKILL');
};
const signalPostmaster = (signal: NodeJS.Signals) => async (env: TestEnvironment) => {
  const [postmaster] = listPostgres(env.dataDir);
  if (!postmaster) throw new Error('there is no PostgreSQL');
  process.kill(postmaster, signal);
};
const freeze = async (env: TestEnvironment) => {
  const all = listPostgres(env.dataDir);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await sleep(3_000);
  for (const pid of all) process.kill(pid, 'SIGCONT');
};

const HARMS: Record<string, (env: TestEnvironment) => Promise<void>> = {
  'every connection ended': terminateAll,
  'a process of PostgreSQL killed': killBackend,
  'PostgreSQL killed': signalPostmaster('SIGKILL'),
  'PostgreSQL stopped at once': signalPostmaster('SIGQUIT'),
  'PostgreSQL frozen for 3 s': freeze,
};

/** Breaks PostgreSQL under a busy shop. The shop must go on running, answer 503 meanwhile, and lose nothing. */
export const database: Proof = {
  name: 'database',
  about: 'kills, stops and freezes PostgreSQL while eight people buy',
  ownDatabase: true,
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    const lines: Line[] = [];
    for (const [what, harm] of Object.entries(HARMS).filter(([what]) => isWanted(options, what))) {
      const shop = await requireOpen(env);
      let slowestHealing = 0;
      const unharmed: string[] = [];
      const breakIt = async () => {
        await harm(env).catch((error: Error) => unharmed.push(`It could not be harmed: ${error.message}`));
        slowestHealing = Math.max(slowestHealing, await awaitHealing());
        return what;
      };
      const [seconds, seed] = [scaled(options, SECONDS, 15), `${options.seed} ${what}`];
      // The shop gives PostgreSQL up when it ends more than five times in a minute.
      const line = await buyUnder(env, what, breakIt, { seconds, seed, pause: [12_500, 16_000] }, log);
      line.lost.push(...unharmed);
      if (slowestHealing > HEALED_MS) line.lost.push(`It was not whole again within ${HEALED_MS / 1000} s.`);
      if (shop.hasEnded()) line.lost.push(`The shop ended.\n${shop.words()}`);
      lines.push({ ...line, figures: `${line.figures}, whole again within ${(slowestHealing / 1000).toFixed(1)} s` });
      await shop.kill();
    }
    return { lines };
  },
};

async function awaitHealing(): Promise<number> {
  const start = performance.now();
  await sleep(200);
  for (const end = Date.now() + HEALED_MS; Date.now() < end && !(await isOk('/ready')); ) await sleep(50);
  return performance.now() - start;
}
