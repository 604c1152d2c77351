import type * as z from 'zod';
import type { Right } from '../roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An answer that is a file instead of JSON, as the API document describes it. */
export type FileAnswer = { description: string; content: Record<string, { schema: z.ZodType }> };

export const fileOf = (type: string, description: string, schema: z.ZodType): FileAnswer => ({
  description,
  content: { [type]: { schema } },
});

/** What the calls of one feature have in common. */
type Common = {
  /** The chapter of the API document. */
  tags: string[];
  /** Everybody, whoever is signed in at the shop, everybody who works here, or those with a right. */
  may: 'everybody' | 'shopper' | 'staff' | Right;
};

type Said = Partial<Common> & {
  /** The line in the API document. */
  summary: string;
  description?: string;
  /** Of a body that is a form. */
  consumes?: string[];
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Without one there is nothing to say: 204. */
  answer?: z.ZodType | FileAnswer;
  /** Of the answer, where it is not 200. */
  status?: 201;
  /** Of the same answer, if what was asked for is there already. */
  again?: 200;
  /** What it is answered with, 202, where something is left to be done first. */
  later?: z.ZodType;
  /** It is answered from the cache, with a tag: 304 while nothing has changed. The handler sends it, as text. */
  cached?: true;
  /** A passkey has to have confirmed who asks, within the last minutes. */
  confirmed?: true;
  /** Refusals beyond those that follow from the rest (`http/serve-call.ts`). Each says `{detail}`. */
  refuses?: readonly (400 | 401 | 403 | 404 | 409 | 413 | 415 | 429)[];
  /** Refusals that say more. */
  refusals?: Partial<Record<400 | 403 | 409 | 413, z.ZodType>>;
};

/** A call of the API. The server serves it, the browser calls it and the API document describes it, all from this object. */
export type Call = Common & Said & { method: Method; path: string };

/** Makes the calls of a feature. */
export const callsOf =
  <const C extends Common>(common: C) =>
  <const M extends Method, const P extends string, const S extends Said>(
    method: M,
    path: P,
    said: S,
  ): Omit<C, keyof S> & S & { method: M; path: P } => ({ ...common, ...said, method, path });

/** What a call is answered with, as both sides have it; of a file nothing is known here. */
export type AnswerOf<C> = C extends { answer: infer A }
  ?
      | (A extends z.ZodType ? z.output<A> : unknown)
      | (C extends { later: infer L extends z.ZodType } ? z.output<L> : never)
  : undefined;
