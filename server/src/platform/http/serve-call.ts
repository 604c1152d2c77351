import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { AnswerOf, Call } from '#contract/calls/call.ts';
import { BadInput, Detail } from '#contract/errors.ts';

type Read<C, Part extends string> = C extends Record<Part, infer S extends z.ZodType> ? z.output<S> : unknown;

type RequestOf<C> = FastifyRequest<{
  Params: Read<C, 'params'>;
  Querystring: Read<C, 'query'>;
  Headers: Read<C, 'headers'>;
  Body: Read<C, 'body'>;
}>;

type Answered<C> = C extends { cached: true } ? FastifyReply : C extends { answer: unknown } ? AnswerOf<C> : unknown;

/** Does what a call asks for and returns its answer, if it has one; only a file, or what is cached, is sent by the handler itself. */
export type Handler<C> = (request: RequestOf<C>, reply: FastifyReply) => Promise<Answered<C>>;

type Refusals = Partial<Record<number, z.ZodType>>;

export type Guard = Pick<RouteOptions, 'onRequest' | 'preHandler' | 'errorHandler'> & {
  /** How the API document marks the call. */
  marks: Pick<FastifySchema, 'security'>;
  /** What the guard itself refuses. */
  refusals: Refusals;
};

export type Options = Pick<RouteOptions, 'attachValidation' | 'bodyLimit' | 'config'> & {
  /** The API document leaves it out. */
  hide?: true;
};

const PARTS = ['tags', 'summary', 'description', 'consumes', 'params', 'headers', 'body'] as const;

/** Serves a call as the contract says it: its codes and refusals follow from it by rule. */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  { marks, refusals, ...guards }: Guard,
  handler: Handler<C>,
  { hide, ...options }: Options = {},
): void {
  const { method, path, answer, status, again, later, cached, query } = call;
  const code = status ?? (answer ? 200 : 204);
  const said = PARTS.filter((part) => call[part]);
  app.route({
    ...options,
    ...guards,
    method,
    url: path,
    schema: {
      ...(hide && { hide }),
      ...marks,
      ...Object.fromEntries(said.map((part) => [part, call[part]])),
      ...(query && { querystring: query }),
      response: {
        [code]: answer ?? z.undefined(),
        ...(again && { [again]: answer }),
        ...(later && { 202: later }),
        ...(cached && { 304: z.null() }),
        ...refusals,
        ...refusalsOf(call),
      },
    },
    handler: async (request, reply: FastifyReply) => {
      reply.code(code);
      const answered = await handler(request as RequestOf<C>, reply);
      return answer ? answered : reply.send();
    },
  });
}

/** Serves calls that everybody may make. */
export const serveOpen =
  (app: FastifyInstance) =>
  <C extends Call & { may: 'everybody' }>(call: C, handler: Handler<C>, options?: Options): void =>
    serveCall(app, call, { marks: {}, refusals: {} }, handler, options);

/** What is sent may be wrong; everything else a call says itself. */
function refusalsOf({ query, body, refuses = [], refusals }: Call): Refusals {
  const statuses = query || body ? [400, ...refuses] : refuses;
  return {
    ...Object.fromEntries(statuses.map((status) => [status, status === 400 ? BadInput : Detail])),
    ...refusals,
  };
}
