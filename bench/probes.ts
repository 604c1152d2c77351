import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './http-client.ts';

/** What somebody else does in the shop meanwhile. */
export type Probe = { name: string; nextPath(): string; headers?: Record<string, string> };
export type Waits = { ms: number[]; failed: number };
export type Probing = { stop(): Promise<Waits[]> };

export const EVERY_MS = 20;

/**
 * Asks every so often, whether or not the last answer has come: a shop that stands still for a second keeps everyone
 * waiting who comes in that second, not only the first.
 */
export function startProbing(url: string, probes: Probe[]): Probing {
  const agent = new Agent({ keepAlive: true });
  const waits = probes.map((): Waits => ({ ms: [], failed: 0 }));
  const asked: Promise<void>[] = [];
  const ask = async ({ nextPath, headers = {} }: Probe, into: Waits) => {
    try {
      const { status, ms } = await call(agent, `${url}${nextPath()}`, { headers });
      into.ms.push(ms);
      if (status !== 200) into.failed += 1;
    } catch {
      into.failed += 1;
    }
  };
  const timer = setInterval(() => {
    for (const [place, probe] of probes.entries()) asked.push(ask(probe, waits[place] as Waits));
  }, EVERY_MS);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(asked);
    agent.destroy();
    return waits;
  };
  return { stop };
}

/** The same for so long. */
export async function probeFor(ms: number, url: string, probes: Probe[]): Promise<Waits[]> {
  const probing = startProbing(url, probes);
  await sleep(ms);
  return probing.stop();
}
