import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import { Me } from '#contract/staff.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from './at-desk.ts';
import { clearDeskCookie } from './desk-cookie.ts';
import { endStaffSession } from './end-staff-session.ts';
import { showMe } from './show-me.ts';

const tags = ['Desk: staff'];

/** Who works here, and how they get in. */
export const staffRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps);

    app.get(
      '/api/desk/me/',
      {
        onRequest,
        schema: { tags, ...AT_DESK, summary: 'Whoever is signed in', response: { 200: Me, 401: Detail } },
      },
      async ({ colleague }) => showMe(deps.db, colleague),
    );

    app.post(
      '/api/desk/sign-out/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'End this session',
          response: { 204: z.undefined(), 401: Detail, 403: Detail },
        },
      },
      async ({ colleague }, reply) => {
        await endStaffSession(deps.db, colleague.id, colleague.sessionId);
        return reply.header('set-cookie', clearDeskCookie(deps.config)).code(204).send();
      },
    );
  };
