import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { OnStandby, RETRY_AFTER } from '#server/errors.ts';
import type { Sender } from '#server/platform/concurrency-limit.ts';
import { findOutage } from '#server/platform/database/pool/find-outage.ts';
import { requireWritable } from '#server/platform/database/pool/require-writable.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { VERSION } from '#server/platform/version.ts';
import { runFor } from '#server/platform/watch/current-request.ts';

const TIMEOUT_MS = 1_000;
const Ready = z.object({ status: z.literal('ok') }).meta({ description: 'All is well.' });
const Alive = Ready.extend({ version: z.string() }).meta({
  description: 'All is well, and in which version of the shop.',
});

const tags = ['Health'];

/** In the queue for a connection before everybody: what a balancer is told must not depend on how much others ask. */
const CHECK: Sender = { key: 'ready', isFirst: true };

/** Throws if the database cannot be written to within a second. Returns whether this is a copy that has not taken over. */
async function check(db: Deps['db']): Promise<boolean> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timed out')), TIMEOUT_MS).unref();
  });
  await Promise.race([requireWritable(db), timeout]);
  return Promise.race([isOnStandby(db), timeout]);
}

export const healthRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /** Shared by all who ask at the same time: a stranger may be one of them, and ask often. */
    let checking: Promise<boolean> | undefined;

    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    app.get('/health', { schema: { tags, summary: 'The process lives', response: { 200: Alive } } }, async () => ({
      status: 'ok' as const,
      version: VERSION,
    }));

    app.get(
      '/ready',
      {
        schema: {
          tags,
          summary: 'The database can be read and written within a second, and this is the shop',
          response: { 200: Ready, 503: Detail },
        },
      },
      async (request, reply) => {
        if (app.httpServer.isClosing())
          return reply.code(503).header('retry-after', RETRY_AFTER).send({ detail: 'The shop is closing.' });
        try {
          checking ??= runFor({ id: request.id, sender: CHECK }, () => check(db)).finally(() => {
            checking = undefined;
          });
          const isCopy = await checking;
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
