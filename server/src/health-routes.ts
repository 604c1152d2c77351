import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import type { Deps } from './deps.ts';
import { OnStandby } from './errors.ts';
import { isOnStandby } from './installation/standby.ts';

const PATIENCE_MS = 1_000;
const Alive = z.object({ status: z.literal('ok') }).meta({ description: 'All is well.' });

const tags = ['Health'];

export const healthRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    app.get('/health', { schema: { tags, summary: 'The process lives', response: { 200: Alive } } }, async () => ({
      status: 'ok' as const,
    }));

    app.get(
      '/ready',
      {
        schema: {
          tags,
          summary: 'The database answers within a second, and this is the shop',
          response: { 200: Alive, 503: Detail },
        },
      },
      async (_request, reply) => {
        if (app.door.isClosing())
          return reply.code(503).header('retry-after', '5').send({ detail: 'The shop is closing.' });
        const tooLong = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error('too long')), PATIENCE_MS).unref();
        });
        try {
          const isCopy = await Promise.race([isOnStandby(db), tooLong]);
          if (isCopy) return reply.code(503).header('retry-after', '5').send({ detail: new OnStandby().message });
          return { status: 'ok' as const };
        } catch {
          return reply.code(503).header('retry-after', '5').send({ detail: 'The database does not answer.' });
        }
      },
    );
  };
