import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../rig/children.ts';

/** The output of a tool, and whether it had to be stopped. */
export type ToolRun = { words: string; isCut: boolean; seconds: number };

/** The tools reach no other machine than this one. */
const AT_HOME = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };

export async function run(file: string, args: string[], withinMs: number, home?: string): Promise<ToolRun> {
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
