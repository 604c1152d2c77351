import { readdirSync, readFileSync } from 'node:fs';

/** Processes that a process started and that run the decoder of photos. Linux only. */
export function listDecoders(parent = process.pid): number[] {
  // Not by looking at every process there is: this is asked fifty times a second.
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => read(parent, `task/${thread}/children`).split(' ').filter(Boolean).map(Number))
    .filter((pid) => read(pid, 'cmdline').includes('decode-photo'));
}

/**
 * The most memory that each decoder of photos had while something was done, in MB, and by how much this process grew.
 */
export async function watchMemory<T>(
  act: () => Promise<T>,
): Promise<{ result: T; decoderMb: number; grownMb: number }> {
  const before = process.memoryUsage.rss();
  let [decoderMb, mostHere] = [0, before];
  const measure = () => {
    for (const pid of listDecoders())
      decoderMb = Math.max(decoderMb, Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1024);
    mostHere = Math.max(mostHere, process.memoryUsage.rss());
  };
  const timer = setInterval(measure, 20);
  try {
    return { result: await act(), decoderMb, grownMb: (mostHere - before) / 1024 / 1024 };
  } finally {
    clearInterval(timer);
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
