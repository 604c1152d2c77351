import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const isLinux = process.platform === 'linux';
/** What the kernel counts process times in. */
const TICK_US = isLinux ? 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process may have ended meanwhile.
    return otherwise;
  }
}

/** Fields of /proc/PID/stat after the name, which may itself hold spaces: the first is field 3 of the manual. */
const statOf = (pid: number): string[] =>
  readOr(`/proc/${pid}/stat`, '')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Exact where the kernel says what each thread spent; otherwise in whole ticks. */
function spentByLinux(pid: number): number {
  const threads = readTasks(pid).map((task) => readOr(`/proc/${pid}/task/${task}/schedstat`, ''));
  if (threads.length > 0 && threads.every((line) => line !== '')) {
    return threads.reduce((sum, line) => sum + Number(line.split(' ')[0]) / 1000, 0);
  }
  const [utime, stime] = statOf(pid).slice(11, 13);
  return (Number(utime ?? 0) + Number(stime ?? 0)) * TICK_US;
}

function readTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function spentByPs(pid: number): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = ps(pid, 'time').split(/[:-]/).map(Number).reverse();
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000_000;
}

/** Microseconds of processor time that a process has used since it began, all threads together. */
const cpuOf = (pid: number): number => (isLinux ? spentByLinux(pid) : spentByPs(pid));

/** The postmaster of the shop with this data folder, as its lock file tells, and its children. */
export function listPostgres(dataDir: string): number[] {
  const [first] = readOr(join(realpathSync(dataDir), 'postgres', 'postmaster.pid'), '').split('\n');
  const postmaster = Number(first);
  if (!postmaster) return [];
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
  return [postmaster, ...children];
}

/** The same for the whole of a shop's PostgreSQL, with the connections that have ended since. */
function cpuOfPostgres(dataDir: string): number {
  const [postmaster = 0, ...children] = listPostgres(dataDir);
  const [ended, endedInKernel] = isLinux ? statOf(postmaster).slice(13, 15) : [];
  const ofEnded = (Number(ended ?? 0) + Number(endedInKernel ?? 0)) * TICK_US;
  return [postmaster, ...children].reduce((sum, pid) => sum + cpuOf(pid), ofEnded);
}

/** Starts to count; the returned function tells the microseconds since then of these processes and of a PostgreSQL. */
export function countCpu(pids: number[], dataDir?: string): () => { serverUs: number; postgresUs: number } {
  const ofServers = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const ofPostgres = () => (dataDir ? cpuOfPostgres(dataDir) : 0);
  const [servers, postgres] = [ofServers(), ofPostgres()];
  return () => ({ serverUs: ofServers() - servers, postgresUs: ofPostgres() - postgres });
}

/** Reads both as often as it is called, quickly: of the processes that there are now. */
export function meterCpu(pid: number, dataDir: string): () => { serverUs: number; postgresUs: number } {
  const postgres = listPostgres(dataDir);
  return () => ({ serverUs: cpuOf(pid), postgresUs: postgres.reduce((sum, each) => sum + cpuOf(each), 0) });
}

export type Memory = {
  rssKb: number /** Shared pages divided among those who share them; unknown off Linux. */;
  pssKb: number;
};

const readKb = (pid: number, file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readOr(`/proc/${pid}/${file}`, ''))?.[1] ?? Number.NaN);

export const residentOf = (pid: number): number => (isLinux ? readKb(pid, 'status', 'VmRSS') : Number(ps(pid, 'rss')));

/** The most resident memory that a process has from now on, looked at so often; `stop` gives it in KB. */
export function watchPeak(pid: number, everyMs: number): { stop(): number } {
  let peakKb = 0;
  const look = () => {
    peakKb = Math.max(peakKb, residentOf(pid) || 0);
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peakKb;
    },
  };
}

export const memoryOf = (pid: number): Memory => ({
  rssKb: residentOf(pid),
  pssKb: isLinux ? readKb(pid, 'smaps_rollup', 'Pss') : Number.NaN,
});
