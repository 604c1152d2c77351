import { setTimeout as sleep } from 'node:timers/promises';
import { openHttpClient } from '../rig/http-client.ts';

/** A request that other visitors send meanwhile. */
export type Probe = { name: string; nextPath(): string; headers?: Record<string, string> };
export type Waits = { ms: number[]; failed: number };
export type Probing = { stop(): Promise<Waits[]> };

export const EVERY_MS = 20;

/**
 * Sends at a steady rate, whether or not the last reply has come: a shop that stands still for a second delays every request
 * of that second, not only the first.
 */
export function startProbing(origin: string, probes: Probe[]): Probing {
  const client = openHttpClient({ origin });
  const waits = probes.map((): Waits => ({ ms: [], failed: 0 }));
  const sent: Promise<void>[] = [];
  const send = async ({ nextPath, headers = {} }: Probe, into: Waits) => {
    try {
      const { status, ms } = await client.send({ path: nextPath(), headers });
      into.ms.push(ms);
      if (status !== 200) into.failed += 1;
    } catch {
      into.failed += 1;
    }
  };
  const timer = setInterval(() => {
    for (const [number, probe] of probes.entries()) sent.push(send(probe, waits[number] as Waits));
  }, EVERY_MS);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(sent);
    client.close();
    return waits;
  };
  return { stop };
}

export async function probeFor(ms: number, url: string, probes: Probe[]): Promise<Waits[]> {
  const probing = startProbing(url, probes);
  await sleep(ms);
  return probing.stop();
}
