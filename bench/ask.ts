import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

export type Answer = { ms: number; body: Buffer };
/** One customer: a connection that stays open, one question at a time. */
export type Customer = { ask(url: string): Promise<Answer>; leave(): void };

/** Someone to ask questions who counts the milliseconds. */
export function enter(): Customer {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url: string) =>
    new Promise<Answer>((resolve, reject) => {
      const start = performance.now();
      const headers = { 'accept-encoding': 'identity' };
      const request = get(url, { agent, headers, timeout: PATIENCE_MS }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
        resolve({ ms: performance.now() - start, body });
      });
      request.once('timeout', () => request.destroy(new Error(`${url} did not answer.`)));
      request.once('error', reject);
    });
  return { ask, leave: () => agent.destroy() };
}

/** The longest that somebody else waits for `url` while `work` goes on. */
export async function longestWait<T>(url: string, work: () => Promise<T>): Promise<{ result: T; waitedMs: number }> {
  const other = enter();
  let isDone = false;
  let waitedMs = 0;
  const waiting = (async () => {
    while (!isDone) {
      waitedMs = Math.max(waitedMs, (await other.ask(url)).ms);
      await sleep(5);
    }
  })();
  try {
    const result = await work();
    isDone = true;
    await waiting;
    return { result, waitedMs };
  } finally {
    isDone = true;
    other.leave();
  }
}
