import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './shop.ts';

const versionOf = (root: string, name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Which code ran, unless this is no clone. Tables and drawings of figures are not code. */
function describeCode(root: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD');
  if (!commit) return [];
  const isChanged =
    git('--no-optional-locks', 'status', '--porcelain', '--', '.', ':!*.md', ':!lab/bench/*.svg') !== '';
  return [isChanged ? `commit ${commit} and changes` : `commit ${commit}`];
}

/** What a figure cannot be read without: when, of which code, on what, with what, and how busy the machine was already. */
export function describeRun(parts: string[] = [], root = ROOT): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const versions = [`Node ${process.versions.node}`, ...parts.map((name) => `${name} ${versionOf(root, name)}`)];
  const load = loadavg()[0]?.toFixed(1);
  return [
    new Date().toISOString().slice(0, 10),
    ...describeCode(root),
    versions.join(', '),
    `${cores.length} cores ${platform()} ${arch()}, ${memory}, load at the start ${load}`,
  ].join(' · ');
}
