import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { callsOf } from '#contract/calls/call.ts';
import { Detail, MayNot } from '#contract/errors.ts';
import { type Handler, serveCall } from './serve-call.ts';

const call = callsOf({ tags: ['Vases'], may: 'staff' });
const Vase = z.object({ name: z.string() });
const VaseParams = z.object({ id: z.string() });

const add = call('POST', '/vases/', { summary: 'Add a vase', body: Vase, answer: Vase, status: 201, refuses: [409] });
const find = call('GET', '/vases/:id/', { summary: 'One vase', params: VaseParams, answer: Vase, refuses: [404] });
const smash = call('DELETE', '/vases/:id/', { summary: 'Smash it', params: VaseParams, refusals: { 403: MayNot } });

const guard = { onRequest: async () => {}, marks: {}, refusals: { 401: Detail } };

async function serve() {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const responses: Record<string, object> = {};
  app.addHook('onRoute', ({ method, schema }) => {
    if (method !== 'HEAD') responses[String(method)] = schema?.response ?? {};
  });
  serveCall(app, add, guard, async ({ body }) => body, {});
  serveCall(app, find, guard, async ({ params }) => ({ name: `the ${params.id}` }), {});
  serveCall(app, smash, guard, async () => undefined, {});
  await app.ready();
  return { app, responses };
}

test('a call is answered with its own code, one without an answer with 204', async () => {
  const { app } = await serve();
  const added = await app.inject({ method: 'POST', url: '/vases/', payload: { name: 'Ming' } });
  const found = await app.inject('/vases/tall/');
  const smashed = await app.inject({ method: 'DELETE', url: '/vases/tall/' });
  expect([added.statusCode, added.json()]).toEqual([201, { name: 'Ming' }]);
  expect([found.statusCode, found.json()]).toEqual([200, { name: 'the tall' }]);
  expect([smashed.statusCode, smashed.body]).toEqual([204, '']);
});

test('what is sent may be refused with 400; the guard and the call say the rest', async () => {
  const { responses } = await serve();
  const codes = Object.fromEntries(Object.entries(responses).map(([method, codes]) => [method, Object.keys(codes)]));
  expect(codes).toEqual({
    POST: ['201', '400', '401', '409'],
    GET: ['200', '401', '404'],
    DELETE: ['204', '401', '403'],
  });
  expect(responses.DELETE).toMatchObject({ 403: MayNot });
});

test('a handler that answers or reads something else than the call says does not compile', () => {
  // @ts-expect-error
  const wrong: Handler<typeof find> = async () => ({ title: 'Ming' });
  // @ts-expect-error
  const silent: Handler<typeof find> = async () => undefined;
  // @ts-expect-error
  const nosy: Handler<typeof find> = async ({ params }) => ({ name: params.key });
  expect([wrong, silent, nosy]).toHaveLength(3);
});
