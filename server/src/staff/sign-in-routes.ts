import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BadInput, Detail } from '#contract/errors.ts';
import {
  AskStaffLink,
  Invitation,
  InvitationParams,
  Join,
  Joining,
  Me,
  PasskeyOptions,
  UsedPasskey,
  UseRecoveryCode,
  UseStaffLink,
} from '#contract/staff.ts';
import type { Deps } from '../deps.ts';
import { networkOf } from '../http/network-of.ts';
import { requireOwnOrigin } from './at-desk.ts';
import { findInvitation } from './find-invitation.ts';
import { join, joinByLink, offerToJoin } from './join.ts';
import { offerSignIn } from './offer-passkey.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { requestStaffLink } from './request-staff-link.ts';
import { signIn } from './sign-in.ts';
import { useStaffLink } from './use-staff-link.ts';
import { sendSignedIn, visitOf } from './visit-of.ts';

const tags = ['Desk: sign in'];
const refusals = { 400: BadInput, 403: Detail, 429: Detail };

/** The door of the desk: what somebody calls who is not signed in yet. */
export const signInRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Cookie');
      requireOwnOrigin(deps, request);
    });

    app.post(
      '/api/desk/sign-in/options/',
      {
        schema: {
          tags,
          summary: 'What a passkey has to sign to open the desk',
          response: { 200: PasskeyOptions, 403: Detail, 429: Detail },
        },
      },
      async (request, reply) => offerSignIn(deps, visitOf(deps.config, request, reply)),
    );

    app.post(
      '/api/desk/sign-in/',
      { schema: { tags, summary: 'Sign in with a passkey', body: UsedPasskey, response: { 200: Me, ...refusals } } },
      async (request, reply) =>
        sendSignedIn(deps.config, reply, await signIn(deps, request.body, visitOf(deps.config, request, reply))),
    );

    app.post(
      '/api/desk/sign-in/link/',
      {
        schema: {
          tags,
          summary: 'Ask for a link by letter',
          description:
            'The answer is the same whether or not the address is known. It opens the desk in this browser alone.',
          body: AskStaffLink,
          response: { 200: Detail, ...refusals },
        },
      },
      async (request, reply) => requestStaffLink(deps, request.body, visitOf(deps.config, request, reply)),
    );

    app.post(
      '/api/desk/sign-in/by-link/',
      {
        schema: {
          tags,
          summary: 'Sign in with the link from a letter',
          body: UseStaffLink,
          response: { 200: Me, ...refusals, 404: Detail },
        },
      },
      async (request, reply) =>
        sendSignedIn(
          deps.config,
          reply,
          await useStaffLink(deps, request.body.key, visitOf(deps.config, request, reply)),
        ),
    );

    app.post(
      '/api/desk/sign-in/by-code/',
      {
        schema: {
          tags,
          summary: 'Sign in with a recovery code',
          body: UseRecoveryCode,
          response: { 200: Me, ...refusals },
        },
      },
      async (request, reply) =>
        sendSignedIn(
          deps.config,
          reply,
          await useRecoveryCode(deps, request.body, visitOf(deps.config, request, reply)),
        ),
    );

    app.get(
      '/api/desk/invitations/:key/',
      {
        schema: {
          tags,
          summary: 'An invitation, by the key of its link',
          params: InvitationParams,
          response: { 200: Invitation, 404: Detail, 429: Detail },
        },
      },
      async ({ params, ip }) => findInvitation(deps, params.key, networkOf(ip)),
    );

    app.post(
      '/api/desk/invitations/:key/options/',
      {
        schema: {
          tags,
          summary: 'What a new passkey has to sign to join',
          params: InvitationParams,
          body: Joining,
          response: { 200: PasskeyOptions, ...refusals, 404: Detail },
        },
      },
      async (request, reply) =>
        offerToJoin(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
    );

    app.post(
      '/api/desk/invitations/:key/join/',
      {
        schema: {
          tags,
          summary: 'Join with a new passkey, and sign in',
          params: InvitationParams,
          body: Join,
          response: { 200: Me, ...refusals, 404: Detail, 409: Detail },
        },
      },
      async (request, reply) =>
        sendSignedIn(
          deps.config,
          reply,
          await join(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
        ),
    );

    app.post(
      '/api/desk/invitations/:key/link/',
      {
        schema: {
          tags,
          summary: 'Join by a link to the address that was invited',
          params: InvitationParams,
          body: Joining,
          response: { 200: Detail, ...refusals, 404: Detail },
        },
      },
      async (request, reply) =>
        joinByLink(deps, request.params.key, request.body, visitOf(deps.config, request, reply)),
    );
  };
