import type { FastifyPluginAsync } from 'fastify';
import { profileCalls } from '#contract/calls/profile.ts';
import type { Deps } from '#server/deps.ts';
import { changeProfile, findProfile } from './change-profile.ts';
import { resendConfirmation } from './email/resend-confirmation.ts';
import { deleteAccount } from './own-data/delete-account.ts';
import { listPersonalData } from './own-data/list-personal-data.ts';
import type { PersonalDataSource } from './own-data/personal-data.ts';
import { accountKey, queueHash } from './passwords/passwords.ts';
import { serveShopper } from './sessions/serve-shopper.ts';

export const profileRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(profileCalls.find, ({ shopper }) => findProfile(deps, shopper));
    serve(profileCalls.change, ({ shopper, body }) => changeProfile(deps, shopper, body));
    serve(profileCalls.resendConfirmation, ({ shopper }) => resendConfirmation(deps, shopper));
    serve(profileCalls.download, async ({ shopper }, reply) => {
      reply.header('content-disposition', 'attachment; filename="marigold-lane-my-data.json"');
      return listPersonalData(deps, sources, shopper);
    });
    serve(profileCalls.delete, ({ shopper, body }) =>
      queueHash(() => deleteAccount(deps, sources, shopper, body), accountKey(shopper)),
    );
  };
