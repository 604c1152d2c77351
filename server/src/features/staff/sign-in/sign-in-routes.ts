import type { FastifyPluginAsync } from 'fastify';
import { signInCalls } from '#contract/calls/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { findInvitation } from '../invitations/find-invitation.ts';
import { join, joinByLink, offerToJoin } from '../invitations/join.ts';
import { offerSignIn } from '../passkeys/offer-passkey.ts';
import { useRecoveryCode } from '../passkeys/recovery-codes.ts';
import { serveAtDesk } from '../serve-at-desk.ts';
import { requestStaffLink } from './request-staff-link.ts';
import { signIn } from './sign-in.ts';
import { useStaffLink } from './use-staff-link.ts';
import { giveSession, visitOf } from './visit-of.ts';

/** The door of the desk: what somebody calls who is not signed in yet. */
export const signInRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(signInCalls.offer, (request, reply) => offerSignIn(deps, visitOf(deps.config, request, reply)));
    serve(signInCalls.signIn, async (request, reply) =>
      giveSession(deps.config, reply, await signIn(deps, request.body, visitOf(deps.config, request, reply))),
    );
    serve(signInCalls.askLink, (request, reply) =>
      requestStaffLink(deps, request.body, visitOf(deps.config, request, reply)),
    );
    serve(signInCalls.useLink, async (request, reply) =>
      giveSession(deps.config, reply, await useStaffLink(deps, request.body.key, visitOf(deps.config, request, reply))),
    );
    serve(signInCalls.useCode, async (request, reply) =>
      giveSession(deps.config, reply, await useRecoveryCode(deps, request.body, visitOf(deps.config, request, reply))),
    );
    serve(signInCalls.findInvitation, ({ params, ip }) => findInvitation(deps, params.key, networkOf(ip)));
    serve(signInCalls.offerToJoin, (request, reply) =>
      offerToJoin(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
    );
    serve(signInCalls.join, async (request, reply) =>
      giveSession(
        deps.config,
        reply,
        await join(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
      ),
    );
    serve(signInCalls.joinByLink, (request, reply) =>
      joinByLink(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
    );
  };
