import type { ComponentType } from 'react';
import type { Method } from '#contract/calls/call.ts';
import type { AnswerAt, Known, Sends } from '#contract/calls.ts';
import type { Me } from '#contract/staff.ts';

/** What a page of the desk is given to read and write with: calls of the API, as whoever is signed in. */
export type DeskApi = {
  get<const P extends string>(path: P & Known<'GET', P>): Promise<AnswerAt<'GET', P>>;
  send<const M extends Method, const P extends string>(
    method: M,
    path: P & Known<M, P>,
    ...body: Sends<M, P>
  ): Promise<AnswerAt<M, P>>;
};

export type Params = Record<string, string | undefined>;

/** What a form that a page could not take is answered: messages under their fields, or one for all. */
export type Refused = {
  refused: Record<string, string[] | string>;
  /** What was typed into the fields of the page. */
  typed: Record<string, string>;
};

export type DeskPage<Data = unknown> = {
  /** Below `/desk`, as `ticket/:id`; empty for `/desk` itself. */
  path: string;
  title: string;
  /** Everybody who works here may open it unless it is public: then nobody has to be signed in. */
  isPublic?: boolean;
  /** It has a bar of its own instead of that of the desk. */
  hasOwnBar?: boolean;
  /** Reads what the page shows: on the server for the first page, in the browser for those after it. */
  load(api: DeskApi, params: Params, search: URLSearchParams): Promise<Data>;
  /** Does what one of its forms asks for. Returns an address to go to, or nothing to stay. Works without scripts. */
  act?(api: DeskApi, form: FormData, params: Params): Promise<string | undefined>;
  /** What is filled in again after a refusal, for whoever has no scripts: all of it, if not said otherwise. Never a code that opens. */
  keeps?: readonly string[] | ((form: FormData) => Refused['typed']);
  View: ComponentType<{
    data: Data;
    me: Me;
    refused: Refused['refused'] | undefined;
    typed?: Refused['typed'] | undefined;
  }>;
};
