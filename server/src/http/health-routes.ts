import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import { findOutage } from '../database/find-outage.ts';
import { requireWritable } from '../database/require-writable.ts';
import type { Deps } from '../deps.ts';
import { OnStandby, RETRY_AFTER } from '../errors.ts';
import { isOnStandby } from '../installation/standby.ts';

const TIMEOUT_MS = 1_000;
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
          summary: 'The database can be read and written within a second, and this is the shop',
          response: { 200: Alive, 503: Detail },
        },
      },
      async (_request, reply) => {
        if (app.httpServer.isClosing())
          return reply.code(503).header('retry-after', RETRY_AFTER).send({ detail: 'The shop is closing.' });
        const timeout = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error('timed out')), TIMEOUT_MS).unref();
        });
        try {
          await Promise.race([requireWritable(db), timeout]);
          const isCopy = await Promise.race([isOnStandby(db), timeout]);
          if (isCopy)
            return reply.code(503).header('retry-after', RETRY_AFTER).send({ detail: new OnStandby().message });
          return { status: 'ok' as const };
        } catch (error) {
          const detail = findOutage(error)?.isReadOnly
            ? 'The database cannot be written to.'
            : 'The database does not answer.';
          return reply.code(503).header('retry-after', RETRY_AFTER).send({ detail });
        }
      },
    );
  };
