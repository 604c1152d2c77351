import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** A question, or with a body something that is told as JSON: by POST, unless it says how. */
export type Call = { method?: string; headers?: Record<string, string>; body?: unknown };
export type Answer = { ms: number; status: number; body: Buffer };
/** One customer: a connection that stays open, one question at a time. `ask` takes no answer but success. */
export type Customer = {
  ask(url: string): Promise<Answer>;
  call(url: string, call: Call): Promise<Answer>;
  leave(): void;
};

/** Calls once and counts the milliseconds until the whole answer is there, whatever it is. */
export function call(agent: Agent, url: string, { method, headers, body }: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const read = async (response: IncomingMessage) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ ms: performance.now() - start, status: response.statusCode ?? 0, body: bytes });
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      url,
      {
        agent,
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        headers: {
          'accept-encoding': 'identity',
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
        timeout: PATIENCE_MS,
      },
      (response) => read(response).catch(reject),
    );
    sent.once('timeout', () => sent.destroy(new Error(`${url} did not answer.`)));
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Someone to ask questions who counts the milliseconds. */
export function startLoad(): Customer {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (url: string) => {
    const answer = await call(agent, url);
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
    return answer;
  };
  return { ask, call: (url, what) => call(agent, url, what), leave: () => agent.destroy() };
}

/** The longest that somebody else waits for `url` while `work` goes on. */
export async function longestWait<T>(url: string, work: () => Promise<T>): Promise<{ result: T; waitedMs: number }> {
  const other = startLoad();
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
