import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ChangeProfile, DeleteAccount, PersonalData, Profile } from '#contract/accounts.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { changeProfile } from './change-profile.ts';
import { resendConfirmation } from './email/resend-confirmation.ts';
import { findProfile } from './find-profile.ts';
import { deleteAccount } from './own-data/delete-account.ts';
import { listPersonalData } from './own-data/list-personal-data.ts';
import type { PersonalDataSource } from './own-data/personal-data.ts';
import { accountKey, queueHash } from './passwords/passwords.ts';
import { PRIVATE, signedIn } from './sessions/signed-in.ts';

const tags = ['Profile'];

export const profileRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/profile/',
      {
        onRequest,
        schema: { tags, ...PRIVATE, summary: 'Who is signed in', response: { 200: Profile, 401: Detail } },
      },
      async ({ shopper }) => findProfile(deps, shopper),
    );

    app.patch(
      '/api/user/profile/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Change name or username',
          body: ChangeProfile,
          response: { 200: Profile, 400: BadInput, 401: Detail, 429: Detail },
        },
      },
      async ({ shopper, body }) => changeProfile(deps, shopper, body),
    );

    app.post(
      '/api/user/profile/resend-confirmation/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Send the letter that confirms the email address again',
          response: { 200: Detail, 401: Detail, 429: Detail },
        },
      },
      async ({ shopper }) => resendConfirmation(deps, shopper),
    );

    app.get(
      '/api/user/profile/download/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Everything the shop holds about the person signed in',
          response: { 200: PersonalData, 401: Detail },
        },
      },
      async ({ shopper }, reply) => {
        reply.header('content-disposition', 'attachment; filename="marigold-lane-my-data.json"');
        return listPersonalData(deps, sources, shopper);
      },
    );

    app.post(
      '/api/user/profile/delete/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Delete the account and what is personal in it',
          body: DeleteAccount,
          response: { 200: Detail, 400: BadInput, 401: Detail, 409: Detail, 429: Detail },
        },
      },
      async ({ shopper, body }) => queueHash(() => deleteAccount(deps, sources, shopper, body), accountKey(shopper)),
    );
  };
