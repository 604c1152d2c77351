import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a limit acts as a slower processor and not as pauses. */
const PERIOD_US = 20_000;

/** Limits one process to a share of one core, or clears that limit; `remove` deletes the group of an ended process. */
export type ProcessorLimit = { set(share: number): void; clear(): void; remove(): void };

type Way = { root: string; limit(group: string, quotaUs: number | undefined): void };

/** Linux divides processor time among groups of processes, in one of two ways; either needs the rights of root. */
function findWay(): Way | undefined {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const old = mounts.find(([, , kind, options]) => kind === 'cgroup' && options?.split(',').includes('cpu'))?.[1];
    if (old) return { root: old, limit: limitOld };
    const root = mounts.find(([, , kind]) => kind === 'cgroup2')?.[1];
    if (!root || !readFileSync(join(root, 'cgroup.controllers'), 'utf8').includes('cpu')) return undefined;
    writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
    return { root, limit: limitNew };
  } catch {
    return undefined;
  }
}

function limitOld(group: string, quotaUs = -1): void {
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
}

function limitNew(group: string, quotaUs: number | 'max' = 'max'): void {
  writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
}

/** Puts a process into a group of its own; undefined where that cannot be done. */
export function limitProcessor(pid: number): ProcessorLimit | undefined {
  const way = findWay();
  if (!way) return undefined;
  const group = join(way.root, `marigold-lane-bench-${pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch {
    return undefined;
  }
  return {
    set: (share) => way.limit(group, Math.round(PERIOD_US * share)),
    clear: () => way.limit(group, undefined),
    remove: () => rmdirSync(group),
  };
}
