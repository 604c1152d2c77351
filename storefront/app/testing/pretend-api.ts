import { vi } from 'vitest';

/** What a call is answered with: the body, or status and body, or what makes one of them of the body that was sent. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
type Answers = Record<string, Answer | ((sent: unknown) => Answer | Promise<Answer>)>;
export type Asked = { call: string; body: unknown; headers: Headers };

let unexpected: string[] = [];

/** Calls for which a test had no answer. */
export const listUnexpected = (): string[] => unexpected;

export function forgetCalls(): void {
  unexpected = [];
  vi.unstubAllGlobals();
}

/**
 * Answers what a page asks of the shop, by method and path: `'GET /api/user/orders/7/': { body: order }`. A path may end in `*`.
 * Whatever else it asks fails the test. Returns what was asked, in order.
 */
export function pretendApi(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, options: RequestInit = {}) => {
    const call = `${options.method ?? 'GET'} ${path}`;
    const body = typeof options.body === 'string' ? JSON.parse(options.body) : (options.body ?? undefined);
    asked.push({ call, body, headers: new Headers(options.headers) });
    const answer = findAnswer(answers, call);
    if (!answer) {
      unexpected.push(call);
      return new Response('{}', { status: 501 });
    }
    const { status = 200, body: told, headers } = typeof answer === 'function' ? await answer(body) : answer;
    return new Response(told === undefined ? null : JSON.stringify(told), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  });
  return asked;
}

/** Nothing can be reached, as in a tunnel. */
export function pretendOffline(): void {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
}

function findAnswer(answers: Answers, call: string) {
  const begins = Object.keys(answers).find((known) => known.endsWith('*') && call.startsWith(known.slice(0, -1)));
  return answers[call] ?? (begins === undefined ? undefined : answers[begins]);
}
