import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { accountCalls } from '#contract/calls/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotSignedIn } from '#server/errors.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import type { Handler } from '#server/platform/http/serve-call.ts';
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
import { serveShopper } from './sessions/serve-shopper.ts';
import { findShopper, readBearer } from './sessions/signed-in.ts';
import { visitOf } from './sessions/visit-of.ts';

/** The queue for hashing of somebody who is not signed in: one for each network. */
const networkKey = ({ ip }: FastifyRequest): string => `network ${networkOf(ip)}`;

export const accountRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Authorization');
    });

    const serve = serveShopper(app, deps);
    serve(
      accountCalls.register,
      (request) => queueHash(() => register(deps, request.body, visitOf(request)), networkKey(request)),
      // The handler validates the form together with what only the database knows, so that all messages come at once.
      { attachValidation: true },
    );
    serve(accountCalls.logIn, (request) =>
      queueHash(() => logIn(deps, request.body, visitOf(request)), networkKey(request)),
    );
    serve(accountCalls.refresh, ({ body, ip }) => refreshSession(deps, body, networkOf(ip)));
    // A token that has run out names its session as well.
    serve(accountCalls.logOut, (request) => logOut(deps, readBearer(request)), { onRequest: [] });
    serve(accountCalls.confirmEmail, async (request) => {
      const { key } = request.params;
      if ((request.body?.key ?? key) !== key) throw new Invalid({ key: ['This is not the key of the address.'] });
      const shopper = request.headers.authorization ? await findIfSignedIn(deps, request) : undefined;
      return confirmEmail(deps, key, { network: networkOf(request.ip), userId: shopper?.userId });
    });
    serve(accountCalls.askPasswordReset, (request) =>
      requestPasswordReset(deps, request.body, visitOf(request).network),
    );
    const reset = accountCalls.resetPassword;
    const setPassword: Handler<typeof reset> = (request) =>
      queueHash(
        () => resetPassword(deps, sources, request.params, request.body, visitOf(request).network),
        networkKey(request),
      );
    serve(reset, setPassword, { attachValidation: true });
    serve({ ...reset, path: `${reset.path}/` }, setPassword, { attachValidation: true, hide: true });
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
