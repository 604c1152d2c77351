import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ChangeEmail, ChangePassword, Profile, SessionList, SessionParams } from '#contract/accounts.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { cancelEmailChange } from './email/cancel-email-change.ts';
import { changeEmail } from './email/change-email.ts';
import { changePassword } from './passwords/change-password.ts';
import { accountKey, queueHash } from './passwords/passwords.ts';
import { endOtherSessions, endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { PRIVATE, signedIn } from './sessions/signed-in.ts';

const shared = { tags: ['Profile'], ...PRIVATE };
/** How every request that needs the password may be refused. */
const REFUSED = { 400: BadInput, 401: Detail, 429: Detail };

/** How one signs in, and where one is signed in. */
export const securityRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.post(
      '/api/user/profile/password/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Change the password',
          description: 'Every other session ends; a change of email address that waits is given up.',
          body: ChangePassword,
          response: { 200: Detail, ...REFUSED },
        },
      },
      async ({ shopper, body }) => queueHash(() => changePassword(deps, shopper, body), accountKey(shopper)),
    );

    app.post(
      '/api/user/profile/email/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Ask for another email address',
          description: 'The old one stays in force until the link sent to the new one is followed.',
          body: ChangeEmail,
          response: { 200: Profile, ...REFUSED },
        },
      },
      async ({ shopper, body, ip }) =>
        queueHash(() => changeEmail(deps, shopper, body, networkOf(ip)), accountKey(shopper)),
    );

    app.delete(
      '/api/user/profile/email/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Give up a change of email address that waits',
          response: { 200: Profile, 401: Detail },
        },
      },
      async ({ shopper }) => cancelEmailChange(deps, shopper),
    );

    app.get(
      '/api/user/profile/sessions/',
      {
        onRequest,
        schema: { ...shared, summary: 'Where one is signed in', response: { 200: SessionList, 401: Detail } },
      },
      async ({ shopper }) => listSessions(deps, shopper),
    );

    app.delete(
      '/api/user/profile/sessions/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Sign out everywhere else',
          response: { 204: z.undefined(), 401: Detail },
        },
      },
      async ({ shopper }, reply) => {
        await endOtherSessions(deps, shopper);
        return reply.code(204).send();
      },
    );

    app.delete(
      '/api/user/profile/sessions/:sessionId/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Sign one device out',
          params: SessionParams,
          response: { 204: z.undefined(), 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        await endSession(deps, shopper, params.sessionId);
        return reply.code(204).send();
      },
    );
  };
