import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Child, findPort, firstAnswer, startChild } from '../rig/children.ts';
import { describeRun } from '../rig/machine.ts';
import { ROOT, shopSettings } from '../rig/shop.ts';
import { against, figure } from '../rig/table.ts';
import type { Report } from './results.ts';

const AIM_SECONDS = 45;
const LONGEST_MS = 10 * 60_000;
/** What scripts/prepare.mjs says when a part is done, with its seconds. */
const PARTS = /^(.+): done in (\d+) s\.$/gm;

/**
 * From a clone to the first page with nothing there before: no packages, no cache of npm's, no build, no database. With
 * BENCH_BESIDE another checkout is cloned and started first.
 */
export async function measureFirstStart(): Promise<Report> {
  const beside = process.env.BENCH_BESIDE;
  const run = describeRun();
  const rows: string[][] = [];
  if (beside) rows.push(['before', ...(await startFrom(resolve(beside)))]);
  rows.push(['this checkout', ...(await startFrom(ROOT))]);
  return {
    kind: 'first-start',
    run,
    tables: [
      {
        title: 'From a clone to the first page',
        columns: ['', 'seconds', 'aim', 'of which'],
        rows,
        notes: [
          'One run each, of the last commit, from `npm start` to the whole of the first answer on /. Installing depends on the way to the registry as much as on the machine.',
        ],
      },
    ],
  };
}

async function startFrom(checkout: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-lane-first-'));
  try {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--no-local', '--depth', '1', `file://${checkout}`, clone]);
    const port = await findPort();
    const env: NodeJS.ProcessEnv = {
      ...shopSettings(join(folder, 'data'), port),
      ...wayToRegistry(),
      npm_config_cache: join(folder, 'npm'),
    };
    // A clone has none.
    env.NODE_COMPILE_CACHE = join(clone, 'build', 'compile-cache');
    const start = performance.now();
    await using shop = startChild('npm', ['start'], { cwd: clone, env });
    const seconds = ((await firstAnswer(shop, `http://127.0.0.1:${port}/`, LONGEST_MS)) - start) / 1000;
    return [against(figure(seconds), seconds <= AIM_SECONDS), `≤ ${AIM_SECONDS}`, listParts(shop, seconds)];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const OF_THE_WAY = /^(home|node_extra_ca_certs|(https?|no)_proxy|npm_config_(registry|cafile|userconfig))$/i;

/** Settings by which this machine reaches the registry: behind a company's proxy there is no other way. */
const wayToRegistry = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_THE_WAY.test(name)));

function listParts(shop: Child, total: number): string {
  const parts = [...shop.words().matchAll(PARTS)].map(([, name = '', seconds]) => ({ name, seconds: Number(seconds) }));
  const opening = total - parts.reduce((sum, { seconds }) => sum + seconds, 0);
  return [...parts, { name: 'Opening', seconds: Math.round(opening) }]
    .map(({ name, seconds }) => `${name.toLowerCase()} ${seconds}`)
    .join(', ');
}
