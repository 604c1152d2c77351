import type { AnswerAt, Known } from '#contract/calls.ts';
import type { ServerTools } from '../api/server-api.ts';
import { nameDeskBlank } from './name-blank.ts';

/** Why something was refused: words under the fields they belong to, or under `detail`. */
export type Fields = Record<string, string[] | string>;

/** The API refused; `fields` has its words under the fields they belong to, or under `detail`. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Fields;
  constructor(status: number, body: unknown) {
    const fields = nameFields((body ?? {}) as Fields);
    super(typeof fields.detail === 'string' ? fields.detail : Object.values(fields).flat().join(' '));
    this.status = status;
    this.fields = fields;
  }

  /** The line broke, or a proxy lost the shop: what was asked for may be done all the same. */
  get isUnheard(): boolean {
    return [0, 502, 504].includes(this.status);
  }
}

/** Where a file was asked for. */
export const sayNoFile = ({ message, isUnheard }: Refusal): string =>
  isUnheard ? message : `${message} No file was made.`;

const nameFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, words]) => [
      field,
      Array.isArray(words) ? words.map((message) => nameDeskBlank(field, message)) : words,
    ]),
  );

type Get = <const P extends string>(path: P & Known<'GET', P>) => Promise<AnswerAt<'GET', P>>;

/** What the server reads for a page: calls of the API, as whoever sent the request. */
export type DeskApi = { get: Get };

/** The API as whoever sent the request that is being answered, without leaving the process. */
export function createServerApi({ callDesk }: Pick<ServerTools, 'callDesk'>): DeskApi {
  const get = async (path: string): Promise<unknown> => {
    if (!callDesk) throw new Error('Only a page of the desk may call the API as somebody.');
    // What stands for a number in the address of a page may be `../..`, which would lead to another call.
    const parts = path.split('?', 1)[0]?.split('/');
    if (parts?.some((part) => part === '..' || part === '.')) throw new Refusal(404, { detail: 'Not found.' });
    const { status, body } = await callDesk(path);
    if (status >= 400) throw new Refusal(status, body);
    // Not parsed: the route of this same process serialises its response by the contract's schema.
    return body;
  };
  // Past `never`: compared with the types of all calls, this line cost the compiler five seconds.
  return { get: get as never };
}
