import { setTimeout as sleep } from 'node:timers/promises';
import { listPostgres } from '../../bench/processes.ts';
import { buyUnder } from '../buy-under.ts';
import { type Proof, scaled } from '../proof.ts';
import { openFirst, openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { toLine } from '../trade-line.ts';

const SECONDS = 60;
const HEALED_MS = 20_000;

type Breaking = { what: string; harm(place: TestEnvironment): Promise<void> };

const terminateAll = async ({ query }: TestEnvironment) => {
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
};
/** PostgreSQL trusts nobody after one of its processes was killed, and starts all of them anew. */
const killBackend = async ({ query }: TestEnvironment) => {
  const [one] = await query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'marigold-lane' order by random() limit 1`,
  );
  if (!one) throw new Error('the shop has no connection');
  process.kill(one.pid, 'SIGKILL');
};
const signalPostmaster = (signal: NodeJS.Signals) => async (place: TestEnvironment) => {
  const [postmaster] = listPostgres(place.dataDir);
  if (!postmaster) throw new Error('there is no PostgreSQL');
  process.kill(postmaster, signal);
};
const freeze = async (place: TestEnvironment) => {
  const all = listPostgres(place.dataDir);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await sleep(3_000);
  for (const pid of all) process.kill(pid, 'SIGCONT');
};

const BREAKINGS: Breaking[] = [
  { what: 'every connection ended', harm: terminateAll },
  { what: 'a process of PostgreSQL killed', harm: killBackend },
  { what: 'PostgreSQL killed', harm: signalPostmaster('SIGKILL') },
  { what: 'PostgreSQL stopped at once', harm: signalPostmaster('SIGQUIT') },
  { what: 'PostgreSQL frozen for 3 s', harm: freeze },
];

/** Breaks PostgreSQL under a shop that is busy. The shop itself must stay, say so meanwhile, and lose nothing. */
export const database: Proof = {
  name: 'database',
  about: 'kills, stops and freezes PostgreSQL while eight people buy',
  ownDatabase: true,
  async prove(wish, say) {
    const place = await openTestEnvironment();
    const promised = await openFirst(place);
    const lines = [];
    for (const { what, harm } of BREAKINGS.filter(({ what }) => what.includes(wish.only ?? ''))) {
      const shop = await requireOpen(place);
      let slowestHealing = 0;
      const unharmed: string[] = [];
      const breakIt = async () => {
        await harm(place).catch((error: Error) => unharmed.push(`It could not be harmed: ${error.message}`));
        slowestHealing = Math.max(slowestHealing, await awaitHealing());
        return what;
      };
      const options = {
        seconds: scaled(wish, SECONDS, 15),
        seed: `${wish.seed} ${what}`,
        // The shop gives PostgreSQL up when it ends more than five times in a minute.
        pause: [12_500, 16_000] as [number, number],
      };
      const trade = await buyUnder(place, breakIt, options, promised, say);
      const line = toLine(what, trade);
      line.lost.push(...unharmed);
      if (slowestHealing > HEALED_MS) line.lost.push(`It was not whole again within ${HEALED_MS / 1000} s.`);
      if (shop.hasEnded()) line.lost.push(`The shop ended.\n${shop.words()}`);
      lines.push({ ...line, figures: `${line.figures}, whole again within ${(slowestHealing / 1000).toFixed(1)} s` });
      await shop.kill();
    }
    await place.close();
    return { lines };
  },
};

/** Milliseconds until the shop answers from its database again. */
async function awaitHealing(): Promise<number> {
  const start = performance.now();
  await sleep(200);
  for (const end = Date.now() + HEALED_MS; Date.now() < end; await sleep(50)) {
    const answer = await fetch(`${SHOP}/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return performance.now() - start;
  }
  return performance.now() - start;
}
