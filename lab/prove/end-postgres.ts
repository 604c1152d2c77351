import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPostgres } from '../rig/processes.ts';

/** Ends the PostgreSQL that a killed shop left running. */
export async function endPostgres(dataDir: string): Promise<void> {
  const isOurs = (pid: number) => commandOf(pid).includes(dataDir);
  const [postmaster] = listPostgres(dataDir);
  if (!postmaster || !isOurs(postmaster)) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(postmaster, signal);
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) if (!isOurs(postmaster)) return;
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
