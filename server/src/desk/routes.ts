import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { isSessionOpen } from '../staff/find-colleague.ts';
import { type LiveLine, sendChanges } from './send-changes.ts';

const tags = ['Desk'];

/** What the desk shows of everything. */
export const deskRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const lines = new Set<LiveLine>();
    // A line never ends by itself: without this the shop could not close.
    app.addHook('preClose', async () => {
      for (const line of lines) line.end();
    });

    app.get(
      '/api/desk/live/',
      {
        onRequest: atDesk(deps),
        config: { isEndless: true },
        schema: {
          tags,
          ...AT_DESK,
          summary: 'What changes, as it happens',
          description:
            'Server-sent events. The data of `change` names orders and days, as `order 12,day 2026-11-17`; if it names nothing, everything may have changed.',
          response: {
            200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
            401: Detail,
          },
        },
      },
      ({ colleague }, reply) => {
        reply.hijack();
        const headers = reply.getHeaders() as Record<string, string>;
        const line = sendChanges(deps, reply.raw, headers, () => isSessionOpen(deps, colleague.sessionId));
        lines.add(line);
        reply.raw.once('close', () => lines.delete(line));
      },
    );
  };
