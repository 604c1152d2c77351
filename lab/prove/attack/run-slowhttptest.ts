import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure } from '../../rig/table.ts';
import type { Line } from '../proof.ts';
import { PORTS, type TestEnvironment } from '../test-environment.ts';
import { findSlowdown, visitFor, visitShop } from '../visit-shop.ts';
import { run } from './tool.ts';

const LASTS_S = 40;
const LINES = 800;
const NOTICED_MS = 100;
const BASELINE_MS = 5_000;
/** With fewer replies a 95th percentile says nothing. */
const ENOUGH = 200;

/** The attacks of slowhttptest, with its options. */
const WAYS: Record<string, string[]> = {
  'slow headers': ['-H', '-i', '5', '-x', '24'],
  'slow body': ['-B', '-i', '5', '-s', '60000', '-x', '10', '-t', 'POST', '-f', 'application/json'],
  'slow reading': ['-X', '-n', '3', '-w', '10', '-y', '20', '-z', '32', '-k', '3'],
  'many ranges': ['-R', '-t', 'HEAD', '-a', '10', '-b', '3000'],
};

/** So many slow connections straight to the shop, by each attack, while someone visits. */
export async function runSlowhttptest({ dataDir }: TestEnvironment, scale: number): Promise<Line[]> {
  const lines: Line[] = [];
  const [count, seconds] = [Math.max(50, Math.round(LINES * scale)), Math.max(10, Math.round(LASTS_S * scale))];
  for (const [what, options] of Object.entries(WAYS)) {
    const before = await visitFor(BASELINE_MS);
    const leave = visitShop();
    const path = what === 'slow body' ? '/api/user/login/' : '/';
    const file = join(dataDir, `slow-${what.replaceAll(' ', '-')}`);
    const address = ['-u', `http://127.0.0.1:${PORTS.behind}${path}`];
    const size = ['-c', String(count), '-r', '200', '-l', String(seconds), '-p', '5'];
    const { words, isCut } = await run('slowhttptest', [...options, ...address, ...size, '-g', '-o', file], 60_000);
    const during = await leave();
    const probes = readProbes(`${file}.csv`);
    const lost = [...during.failures];
    if (isCut || probes.length === 0) lost.push(`slowhttptest was not brought to its end.\n${words.slice(-500)}`);
    const away = probes.filter((isThere) => !isThere).length;
    if (away > 0) lost.push(`slowhttptest found nobody there in ${away} of ${probes.length} seconds`);
    if (during.answers > ENOUGH) lost.push(...findSlowdown(before, during, NOTICED_MS));
    const figures = `there in ${probes.length - away} of ${probes.length} s; a visitor's p95 ${figure(during.p95)} ms, before ${figure(before.p95)} ms`;
    lines.push({ what: `slowhttptest: ${what}`, tried: count, faults: count, lost, figures });
  }
  return lines;
}

/** Second by second, whether the shop answered: the last column of the tool's table. */
function readProbes(file: string): boolean[] {
  try {
    const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
    return rows.map((row) => Number(row.split(',').at(-1)) > 0);
  } catch {
    return [];
  }
}
