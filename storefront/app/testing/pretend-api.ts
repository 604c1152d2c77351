import { vi } from 'vitest';

/** What a call is answered with: the body, or status and body, or what makes one of them of the body that was sent. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
type Answers = Record<string, Answer | ((sent: unknown) => Answer | Promise<Answer>)>;
export type Asked = { call: string; body: unknown; headers: Headers };

/** What the frame of the shop asks for beside any page. It is no matter of a test that does not name it. */
const BACKGROUND: Record<string, () => Answer> = {
  'GET /api/delivery/': () => ({ body: { now: new Date().toISOString() } }),
  'GET /api/user/orders/?status=P': () => ({ body: [] }),
};

let answers: Answers = {};
let asked: Asked[] = [];
let unexpected: string[] = [];

/** Calls for which a test had no answer. */
export const listUnexpected = (): string[] => unexpected;

/**
 * Answers what a page asks of the shop, by method and path: `'GET /api/user/orders/7/': { body: order }`. A path may end in `*`.
 * Whatever else it asks fails the test. Returns what was asked, in order. Called again, it answers anew and goes on with the list.
 */
export function pretendApi(wanted: Answers): Asked[] {
  answers = wanted;
  vi.stubGlobal('fetch', answer);
  return asked;
}

/** Nothing can be reached, as in a tunnel. */
export function pretendOffline(): void {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
}

/** An answer that is under way until it is let go. */
export function holdAnswer(told: Answer) {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  return { answer: () => promise, release: () => resolve(told) };
}

export function forgetCalls(): void {
  asked = [];
  unexpected = [];
  pretendApi({});
}

/** One call, answered as the test has it. */
export async function answer(path: string, options: RequestInit = {}): Promise<Response> {
  const call = `${options.method ?? 'GET'} ${path}`;
  const known = findAnswer(call);
  const body = typeof options.body === 'string' ? JSON.parse(options.body) : (options.body ?? undefined);
  if (known || !BACKGROUND[call]) asked.push({ call, body, headers: new Headers(options.headers) });
  const found = known ?? BACKGROUND[call];
  if (!found) {
    unexpected.push(call);
    return new Response('{}', { status: 501 });
  }
  const { status = 200, body: told, headers } = typeof found === 'function' ? await found(body) : found;
  return new Response(told === undefined ? null : JSON.stringify(told), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function findAnswer(call: string) {
  const begins = Object.keys(answers).find((known) => known.endsWith('*') && call.startsWith(known.slice(0, -1)));
  return answers[call] ?? (begins === undefined ? undefined : answers[begins]);
}
