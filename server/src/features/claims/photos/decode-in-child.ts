import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, 'decode-photo.mjs');
const MEGABYTE = 1024 * 1024;

/** The JavaScript heap stays small: pixels are outside it. */
const FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** V8 compiles no machine code at run time. */
const WITHOUT_COMPILER = '--jitless';
/** Sets the kernel's memory limit where there is one, and no core dump: it would contain someone's photo. */
const UNDER_LIMITS = 'ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';
/** Nothing of the shop's environment: the decoder does not need its secrets. */
const ENVIRONMENT = { PATH: '', MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' };
/** Of a claim's photo. */
export const LONGEST_SIDE = 1_600;
const MOST_OUTPUT_BYTES = 8 * MEGABYTE;
const MOST_ERROR_CHARACTERS = 2_000;

export type DecodingLimits = {
  /** The child checks every 20 ms, on every platform, and kills itself above this. */
  residentMb: number;
  /** What Linux lets it allocate, which is more than it uses. macOS has no such limit. */
  dataMb: number;
  /** Processor time, so that a busy machine does not refuse an honest photo; checked by the child, too. */
  cpuSeconds: number;
  /** Wall time, for a child that hangs. */
  ms: number;
  /** Whether V8 may compile, which WebAssembly needs. */
  compiles?: boolean;
  /** What is larger is drawn smaller. */
  longestSide?: number;
};

export const DECODING_LIMITS: DecodingLimits = {
  residentMb: 576,
  dataMb: 640,
  cpuSeconds: 15,
  ms: 45_000,
  longestSide: 1_600,
};
/**
 * The decoder of HEIC is WebAssembly. What V8 reserves for machine code and never uses counts against the kernel's
 * limit.
 */
export const HEIC_LIMITS: DecodingLimits = { ...DECODING_LIMITS, dataMb: 1_536, compiles: true };

/** The photo cannot be decoded; `tooCostly` if that would take too much memory or time. */
export class Undecodable extends Error {
  readonly tooCostly: boolean;
  constructor(tooCostly: boolean) {
    super('The photo could not be drawn');
    this.tooCostly = tooCostly;
  }
}

export type DecodePhoto = (photoFd: number, check: (facts: unknown) => void, limits: DecodingLimits) => Promise<Buffer>;

/**
 * Re-encodes the photo in an open file as JPEG in a child process, so that the shop survives whatever the decoder does.
 * `check` gets what the child has read before each step, and throws to refuse. Throws Undecodable if the photo is at
 * fault, another Error if the child did not start. The child ends with the shop, however that ends.
 */
export async function decodeInChild(
  photoFd: number,
  check: (facts: unknown) => void,
  { residentMb, dataMb, cpuSeconds, ms, compiles = false, longestSide = LONGEST_SIDE }: DecodingLimits,
): Promise<Buffer> {
  const flags = compiles ? FLAGS : [WITHOUT_COMPILER, ...FLAGS];
  const node = [
    process.execPath,
    ...flags,
    PROGRAM,
    String(residentMb * MEGABYTE),
    String(cpuSeconds),
    String(longestSide),
  ];
  const child = spawn('/bin/sh', ['-c', UNDER_LIMITS, 'sh', String(dataMb * 1024), ...node], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', photoFd],
    env: ENVIRONMENT,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  try {
    return await readOutput(child, check);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function readOutput(child: ChildProcess, check: (facts: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let size = 0;
    let errors = '';
    let hasStarted = false;
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MOST_OUTPUT_BYTES) reject(new Undecodable(true));
      else output.push(piece);
    });
    child.stderr?.on('data', (piece: Buffer) => {
      errors = (errors + piece).slice(0, MOST_ERROR_CHARACTERS);
    });
    child.on('message', (facts: object) => {
      hasStarted = true;
      if ('unreadable' in facts) return reject(new Undecodable(false));
      try {
        check(facts);
        // If the child has ended meanwhile, 'close' handles it.
        child.send('go on', () => {});
      } catch (error) {
        reject(error);
      }
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 && size > 0) resolve(Buffer.concat(output));
      else if (hasStarted) reject(new Undecodable(signal !== null));
      else reject(new Error(`The decoder of photos did not begin: ${signal ?? code} ${errors}`));
    });
  });
}
