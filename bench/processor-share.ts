import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a share is felt as a slower processor and not as pauses. */
const PERIOD_US = 20_000;

/** A hand on one process: it may be given a share of one core, and the whole machine again. */
export type ProcessorShare = { give(share: number): void; giveAll(): void; forget(): void };

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
export function takeProcessorShare(pid: number): ProcessorShare | undefined {
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
    give: (share) => way.limit(group, Math.round(PERIOD_US * share)),
    giveAll: () => way.limit(group, undefined),
    /** Once the process has ended. */
    forget: () => rmdirSync(group),
  };
}
