import type { ServerTools } from '../api/server-api.ts';
import type { DeskApi } from './desk-page.ts';
import { nameDeskBlank } from './name-blank.ts';

/** The API refused; `fields` has its words under the fields they belong to, or under `detail`. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string[] | string>;
  constructor(status: number, body: unknown) {
    const fields = nameFields((body ?? {}) as Record<string, string[] | string>);
    super(typeof fields.detail === 'string' ? fields.detail : Object.values(fields).flat().join(' '));
    this.status = status;
    this.fields = fields;
  }
}

const nameFields = (fields: Refusal['fields']): Refusal['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([field, words]) => [
      field,
      Array.isArray(words) ? words.map((message) => nameDeskBlank(field, message)) : words,
    ]),
  );

/** The API as whoever sent the request that is being answered, without leaving the process. */
export function createServerApi({ callDesk }: Pick<ServerTools, 'callDesk'>): DeskApi & { cookies: string[] } {
  const cookies: string[] = [];
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    if (!callDesk) throw new Error('Only a page of the desk may call the API as somebody.');
    // What stands for a number in the address of a page may be `../..`, which would lead to another call.
    if (
      path
        .split('?', 1)[0]
        ?.split('/')
        .some((part) => part === '..' || part === '.')
    )
      throw new Refusal(404, { detail: 'Not found.' });
    const response = await callDesk(method, path, body);
    cookies.push(...response.cookies);
    if (response.status >= 400) throw new Refusal(response.status, response.body);
    // Not parsed: the route of this same process serialises its response by the contract's schema.
    return response.body;
  };
  const get = (path: string): Promise<unknown> => send('GET', path);
  // Past `never`: compared with the types of all calls, these two lines cost the compiler five seconds.
  return { cookies, get: get as never, send: send as never };
}
