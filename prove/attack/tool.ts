import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../bench/children.ts';

/** How one of them went: its last words, and whether it had to be stopped. */
export type Went = { words: string; isCut: boolean; seconds: number };

/** Programs of other people, each from the Debian package of its name. */
const TOOLS = ['wapiti', 'sqlmap', 'slowhttptest'] as const;
export type Tool = (typeof TOOLS)[number];

/** What a line says where one is missing; undefined where all are there. */
export function whatIsMissing(tool: Tool): string | undefined {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${tool} is not here: apt-get install ${TOOLS.join(' ')}`;
  }
}

/** Whatever it would like to ask of the rest of the world, it gets no further than this machine. */
const AT_HOME = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };

/** Runs a program to its end, or for so long. */
export async function run(file: string, args: string[], withinMs: number, home?: string): Promise<Went> {
  const begun = performance.now();
  const proxies = Object.entries(AT_HOME).flatMap(([name, value]) => [
    [name, value],
    [name.toLowerCase(), value],
  ]);
  const env = { ...process.env, ...Object.fromEntries(proxies), ...(home && { HOME: home }) };
  const child = startChild(file, args, { env });
  const spent = () => performance.now() - begun;
  while (!child.hasEnded() && spent() < withinMs) await sleep(100);
  const isCut = !child.hasEnded();
  await child.stop();
  return { words: child.words(), isCut, seconds: spent() / 1000 };
}
