import { type IncomingMessage, request } from 'node:http';

const PATIENCE_MS = 20_000;

export type Call = { body?: unknown; token?: string; network?: string };
export type Answer<T> = { status: number; json: T };

type Heard = { answers: number; refused: number; unanswered: number; failures: string[]; slowestMs: number };
const nothing = (): Heard => ({ answers: 0, refused: 0, unanswered: 0, failures: [], slowestMs: 0 });
let tally = nothing();

/** What was answered since this was last asked; a failure is any answer of the 500s but an honest 503. */
export function wasAnswered(): Heard {
  const since = tally;
  tally = nothing();
  return since;
}

/** Asks as `askOnce` does, and counts. */
export async function fetchJson<T = unknown>(method: string, url: string, call: Call = {}): Promise<Answer<T>> {
  const start = performance.now();
  try {
    const answer = await askOnce<T>(method, url, call);
    tally.answers++;
    if (answer.status === 503) tally.refused++;
    else if (answer.status >= 500)
      tally.failures.push(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer;
  } catch (error) {
    tally.unanswered++;
    throw error;
  } finally {
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start);
  }
}

/**
 * Asks the shop once, on a connection of its own: one that a killed shop left behind would fail the next question too.
 * Throws when there is no answer.
 */
function askOnce<T>(method: string, url: string, { body, token, network }: Call): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, json: JSON.parse(text || 'null') });
    };
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(network && { 'x-forwarded-for': network }),
    };
    const sent = request(url, { method, headers, agent: false, timeout: PATIENCE_MS }, (response) =>
      read(response).catch(reject),
    );
    sent.once('timeout', () => sent.destroy(new Error(`${url} did not answer.`)));
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Nobody was there to hear it: it can be asked again without having happened. */
export const wasNotAnswered = (error: unknown): boolean => (error as NodeJS.ErrnoException)?.code === 'ECONNREFUSED';
