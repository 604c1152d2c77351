import { type Finding, observe } from './observe.ts';
import type { Published } from './read-files.ts';

export type Ask = {
  /** The path as the files write it, with {id}. */
  path: string;
  id?: string;
  query?: string;
  method?: string;
  body?: unknown;
  /** The request is meant to be wrong: only the response is checked against the files. */
  bad?: true;
  expect: number;
  headers?: Record<string, string>;
};

export type Answered = { id: string; body: Record<string, unknown> };

/** Sends calls to a stand-in and checks each exchange against the files. */
export function makeDriver(url: string, token: string, published: Published) {
  const findings: Finding[] = [];

  async function ask(
    what: string,
    { path, id, query = '', method = 'POST', body, bad, expect, headers }: Ask,
  ): Promise<Answered> {
    const response = await fetch(`${url}${path.replace(/\{\w+\}/, id ?? '')}${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    const request = bad ? undefined : body;
    const exchange = {
      what,
      method,
      template: path,
      request,
      status: response.status,
      expected: expect,
      response: answer,
    };
    const finding = observe(published, exchange);
    if (!response.headers.get('paypal-debug-id')) finding.wrong.push('there is no Paypal-Debug-Id header');
    findings.push(finding);
    return { id: String(answer?.id), body: answer };
  }

  /** A control of the stand-in's own; not checked. */
  async function control(call: string, body: unknown): Promise<void> {
    const response = await fetch(`${url}/standin/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`/standin/${call}: ${await response.text()}`);
  }

  return { ask, control, findings };
}

export type Driver = ReturnType<typeof makeDriver>;
