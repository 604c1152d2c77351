import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AskPasswordReset,
  ConfirmEmail,
  ConfirmEmailParams,
  Login,
  PasswordReset,
  Refresh,
  Register,
  Registered,
  ResetPassword,
  ResetPasswordParams,
  SignedIn,
  Tokens,
} from '#contract/accounts.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotSignedIn } from '#server/errors.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { logIn } from './log-in/log-in.ts';
import type { PersonalDataSource } from './own-data/personal-data.ts';
import { queueHash } from './passwords/passwords.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { register } from './register.ts';
import type { Shopper } from './sessions/access-token.ts';
import { logOut } from './sessions/log-out.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { findShopper, PRIVATE, readBearer } from './sessions/signed-in.ts';
import { visitOf } from './sessions/visit-of.ts';

const tags = ['Accounts'];

/** The queue for hashing of somebody who is not signed in: one for each network. */
const networkKey = ({ ip }: FastifyRequest): string => `network ${networkOf(ip)}`;

export const accountRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Authorization');
    });

    app.post(
      '/api/user/register/',
      {
        // The handler validates the form together with what only the database knows, so that all messages come at once.
        attachValidation: true,
        schema: {
          tags,
          summary: 'Register and sign in',
          body: Register,
          response: { 201: Registered, 400: BadInput, 429: Detail },
        },
      },
      async (request, reply) =>
        reply
          .code(201)
          .send(await queueHash(() => register(deps, request.body, visitOf(request)), networkKey(request))),
    );

    app.post(
      '/api/user/login/',
      {
        schema: {
          tags,
          summary: 'Sign in',
          body: Login,
          response: { 200: SignedIn, 400: BadInput, 401: Detail, 429: Detail },
        },
      },
      async (request) => queueHash(() => logIn(deps, request.body, visitOf(request)), networkKey(request)),
    );

    app.post(
      '/auth/refresh/',
      {
        schema: {
          tags,
          summary: 'Change a refresh token for new tokens',
          body: Refresh,
          response: { 200: Tokens, 400: BadInput, 401: Detail },
        },
      },
      async (request) => refreshSession(deps, request.body, networkOf(request.ip)),
    );

    app.post(
      '/api/v1/auth/logout/',
      {
        schema: {
          tags,
          ...PRIVATE,
          summary: 'End the session at once',
          description:
            'There is no body. The bearer token names the session: the access token, also one that has run out, or the refresh token.',
          response: { 200: Detail, 400: BadInput, 401: Detail },
        },
      },
      async (request) => logOut(deps, readBearer(request)),
    );

    app.post(
      '/account-confirm-email/:key/',
      {
        schema: {
          tags,
          summary: 'Confirm an email address with the key from the letter',
          params: ConfirmEmailParams,
          body: ConfirmEmail,
          response: { 200: Detail, 400: BadInput, 404: Detail, 409: Detail, 429: Detail },
        },
      },
      async (request) => {
        const { key } = request.params;
        if ((request.body?.key ?? key) !== key) throw new Invalid({ key: ['This is not the key of the address.'] });
        const shopper = request.headers.authorization ? await findIfSignedIn(deps, request) : undefined;
        return confirmEmail(deps, key, { network: networkOf(request.ip), userId: shopper?.userId });
      },
    );

    app.post(
      '/api/v1/auth/password/reset/',
      {
        schema: {
          tags,
          summary: 'Ask for a letter with a link to set a new password',
          description: 'The answer is the same whether or not the address is known.',
          body: AskPasswordReset,
          response: { 200: Detail, 400: BadInput, 429: Detail },
        },
      },
      async (request) => requestPasswordReset(deps, request.body, visitOf(request).network),
    );

    for (const [url, hide] of [
      ['/password/reset/confirm/:uid/:token', false],
      ['/password/reset/confirm/:uid/:token/', true],
    ] as const) {
      app.post(
        url,
        {
          attachValidation: true,
          schema: {
            hide,
            tags,
            summary: 'Set a new password with the link from the letter',
            params: ResetPasswordParams,
            body: ResetPassword,
            response: { 200: PasswordReset, 400: BadInput, 404: Detail, 429: Detail },
          },
        },
        async (request) =>
          queueHash(
            () => resetPassword(deps, sources, request.params, request.body, visitOf(request).network),
            networkKey(request),
          ),
      );
    }
  };

/** Who the bearer token names, if it is good. */
async function findIfSignedIn(deps: Deps, request: FastifyRequest): Promise<Shopper | undefined> {
  try {
    return await findShopper(deps, request);
  } catch (error) {
    if (error instanceof NotSignedIn) return undefined;
    throw error;
  }
}
