import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, 'decode-photo.mjs');
const MEGABYTE = 1024 * 1024;

/** Next to nothing is kept in JavaScript's own memory. */
const FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** No machine code is made at run time. */
const WITHOUT_COMPILER = '--jitless';
/** The kernel's limit where it has one, and no memory image of a crash: it would hold someone's photo. */
const UNDER_LIMITS = 'ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';
/** Nothing of the shop's settings: the decoder has no use for its secrets. */
const ENVIRONMENT = { PATH: '', MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' };
const MOST_DRAWN_BYTES = 8 * MEGABYTE;
const MOST_WORDS = 2_000;

export type DrawingLimits = {
  /** The child looks every 20 ms, on every platform, and ends itself above this. */
  residentMb: number;
  /** What Linux lets it allocate, which is more than it uses. macOS has no such limit. */
  dataMb: number;
  /** Of the processor, so that a busy machine does not refuse an honest photo; the child looks here, too. */
  cpuSeconds: number;
  /** On the clock, for one that hangs. */
  ms: number;
  /** Whether V8 may compile, which WebAssembly cannot do without. */
  compiles?: boolean;
};

export const DRAWING_LIMITS: DrawingLimits = { residentMb: 576, dataMb: 640, cpuSeconds: 15, ms: 45_000 };
/** The decoder of HEIC is WebAssembly. What V8 reserves for machine code and never uses counts against the kernel's limit. */
export const HEIC_LIMITS: DrawingLimits = { ...DRAWING_LIMITS, dataMb: 1_536, compiles: true };

/** The photo cannot be decoded; `tooDear` when it took more memory or time than there is. */
export class Undrawable extends Error {
  readonly tooDear: boolean;
  constructor(tooDear: boolean) {
    super('The photo could not be drawn');
    this.tooDear = tooDear;
  }
}

/**
 * Has the photo in an open file drawn anew as JPEG by a process of its own, so that whatever its decoder does, the shop goes
 * on. `judge` is given what the child has read of it before each step, and throws to refuse. Throws Undrawable where
 * the photo is at fault, another Error where the child did not even begin. The child ends with the shop, however that ends.
 */
export async function drawInChild(
  photoFd: number,
  judge: (facts: unknown) => void,
  { residentMb, dataMb, cpuSeconds, ms, compiles = false }: DrawingLimits = DRAWING_LIMITS,
): Promise<Buffer> {
  const flags = compiles ? FLAGS : [WITHOUT_COMPILER, ...FLAGS];
  const node = [process.execPath, ...flags, PROGRAM, String(residentMb * MEGABYTE), String(cpuSeconds)];
  const child = spawn('/bin/sh', ['-c', UNDER_LIMITS, 'sh', String(dataMb * 1024), ...node], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', photoFd],
    env: ENVIRONMENT,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  try {
    return await outcome(child, judge);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function outcome(child: ChildProcess, judge: (facts: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const drawn: Buffer[] = [];
    let size = 0;
    let words = '';
    let hasBegun = false;
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MOST_DRAWN_BYTES) reject(new Undrawable(true));
      else drawn.push(piece);
    });
    child.stderr?.on('data', (piece: Buffer) => {
      words = (words + piece).slice(0, MOST_WORDS);
    });
    child.on('message', (facts: object) => {
      hasBegun = true;
      if ('unreadable' in facts) return reject(new Undrawable(false));
      try {
        judge(facts);
        // It may have ended meanwhile, which its end tells.
        child.send('go on', () => {});
      } catch (error) {
        reject(error);
      }
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && size > 0) resolve(Buffer.concat(drawn));
      else if (hasBegun) reject(new Undrawable(signal !== null));
      else reject(new Error(`The decoder of photos did not begin: ${signal ?? code} ${words}`));
    });
  });
}
