import type { FastifyPluginAsync } from 'fastify';
import { liveCalls } from '#contract/calls/desk-live.ts';
import type { Deps } from '#server/deps.ts';
import { isSessionOpen } from '#server/features/staff/find-colleague.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { type LiveLine, sendChanges } from './send-changes.ts';

/** What the desk shows of everything. */
export const deskRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const lines = new Set<LiveLine>();
    // A line never ends by itself: without this the shop could not close.
    app.addHook('preClose', async () => {
      for (const line of lines) line.end();
    });
    serveAtDesk(app, deps)(
      liveCalls.listen,
      async ({ colleague }, reply) => {
        reply.hijack();
        const headers = reply.getHeaders() as Record<string, string>;
        const line = sendChanges(deps, reply.raw, headers, () => isSessionOpen(deps, colleague.sessionId));
        lines.add(line);
        reply.raw.once('close', () => lines.delete(line));
        return reply;
      },
      { config: { isEndless: true } },
    );
  };
