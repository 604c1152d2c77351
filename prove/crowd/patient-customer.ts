import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHOP } from '../test-environment.ts';

const PATIENCE_MS = 60_000;
const MOST_RETURNS = 100;
const RUN = randomBytes(3).toString('hex');
const PASSWORD = 'tulips by the dozen';

export type Answer<T> = { status: number; json: T };

type Asking = { body?: unknown; token?: string };

/** Somebody at a browser: connections that stay open, an address of their own, and back again when told to come back. */
export type Customer = ReturnType<typeof makeCustomer>;

let count = 0;

export function makeCustomer() {
  const number = ++count;
  const network = `10.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`;
  const name = `crowd-${RUN}-${number}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const person = { username: name, email: `${name}@example.org`, password1: PASSWORD, password2: PASSWORD };
  let returns = 0;

  /** Asked until it is taken: who is sent away with a time comes back then. */
  async function ask<T>(method: string, path: string, asking: Asking = {}): Promise<Answer<T>> {
    for (;;) {
      const response = await send(agent, network, method, path, asking);
      const text = Buffer.concat(await response.toArray()).toString();
      const status = response.statusCode ?? 0;
      const seconds = Number(response.headers['retry-after']);
      if (status !== 503 || Number.isNaN(seconds)) return { status, json: readJson(text) as T };
      if (++returns > MOST_RETURNS) throw new Error(`${method} ${path} was refused again and again`);
      // Not all of them in the same moment.
      await sleep(seconds * 1000 * (1 + Math.random()));
    }
  }

  return {
    ask,
    /** The one status that this should be answered with, or it is a failure. */
    async tell<T>(status: number, method: string, path: string, asking?: Asking): Promise<T> {
      const answer = await ask<T>(method, path, asking);
      if (answer.status === status) return answer.json;
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.json)?.slice(0, 300)}`);
    },
    form: { ...person, first_name: 'Ada', last_name: 'Lovelace' },
    number,
    returns: () => returns,
    leave: () => agent.destroy(),
  };
}

/** Pages are not JSON, and nobody reads them here. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return undefined;
  }
}

function send(
  agent: Agent,
  network: string,
  method: string,
  path: string,
  { body, token }: Asking,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      'x-forwarded-for': network,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(`${SHOP}${path}`, { method, headers, agent, timeout: PATIENCE_MS }, resolve);
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered.`)));
    sent.once('error', reject);
    sent.end(text);
  });
}
