import type { FastifyPluginAsync } from 'fastify';
import { securityCalls } from '#contract/calls/profile.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { cancelEmailChange } from './email/cancel-email-change.ts';
import { changeEmail } from './email/change-email.ts';
import { changePassword } from './passwords/change-password.ts';
import { accountKey, queueHash } from './passwords/passwords.ts';
import { endOtherSessions, endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { serveShopper } from './sessions/serve-shopper.ts';

export const securityRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(securityCalls.changePassword, ({ shopper, body }) =>
      queueHash(() => changePassword(deps, shopper, body), accountKey(shopper)),
    );
    serve(securityCalls.changeEmail, ({ shopper, body, ip }) =>
      queueHash(() => changeEmail(deps, shopper, body, networkOf(ip)), accountKey(shopper)),
    );
    serve(securityCalls.cancelEmailChange, ({ shopper }) => cancelEmailChange(deps, shopper));
    serve(securityCalls.listSessions, ({ shopper }) => listSessions(deps, shopper));
    serve(securityCalls.endOtherSessions, ({ shopper }) => endOtherSessions(deps, shopper));
    serve(securityCalls.endSession, ({ shopper, params }) => endSession(deps, shopper, params.sessionId));
  };
