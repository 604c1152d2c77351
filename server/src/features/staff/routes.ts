import type { FastifyPluginAsync } from 'fastify';
import { staffCalls } from '#contract/calls/staff.ts';
import type { Deps } from '#server/deps.ts';
import { changeRoles, disableStaff } from './change-staff.ts';
import { doneNow } from './done-by.ts';
import { inviteColleague } from './invitations/invite-colleague.ts';
import { listAccess } from './list-access.ts';
import { listStaff } from './list-staff.ts';
import { addPasskey, offerToAdd } from './passkeys/add-passkey.ts';
import { offerConfirmation } from './passkeys/offer-passkey.ts';
import { makeRecoveryCodes } from './passkeys/recovery-codes.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { serveAtDesk } from './serve-at-desk.ts';
import { showMe } from './show-me.ts';
import { confirm } from './sign-in/confirm.ts';
import { clearDeskCookie } from './sign-in/desk-cookie.ts';
import { endDevice } from './sign-in/end-device.ts';
import { endStaffSession } from './sign-in/end-staff-session.ts';
import { visitOf } from './sign-in/visit-of.ts';

/** Who works here, and how they get in. */
export const staffRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(staffCalls.showMe, ({ colleague }) => showMe(deps.db, colleague));
    serve(staffCalls.signOut, async ({ colleague }, reply) => {
      await endStaffSession(deps.db, colleague.id, colleague.sessionId);
      reply.header('set-cookie', clearDeskCookie(deps.config));
    });
    serve(staffCalls.offerConfirmation, (request, reply) =>
      offerConfirmation(deps, request.colleague, visitOf(deps.config, request, reply)),
    );
    serve(staffCalls.confirm, (request, reply) =>
      confirm(deps, request.colleague, request.body, visitOf(deps.config, request, reply)),
    );
    serve(staffCalls.listAccess, ({ colleague }) => listAccess(deps, colleague));
    serve(staffCalls.endDevice, ({ colleague, params }) => endDevice(deps, colleague, params.id));
    serve(staffCalls.offerPasskey, (request, reply) =>
      offerToAdd(deps, request.colleague, visitOf(deps.config, request, reply)),
    );
    serve(staffCalls.addPasskey, (request, reply) =>
      addPasskey(deps, request.colleague, request.body, visitOf(deps.config, request, reply)),
    );
    serve(staffCalls.removePasskey, ({ colleague, params }) => removePasskey(deps, colleague, params.id));
    serve(staffCalls.makeRecoveryCodes, ({ colleague }) => makeRecoveryCodes(deps, colleague));
    serve(staffCalls.list, ({ colleague }) => listStaff(deps, colleague.sessionId));
    serve(staffCalls.invite, async ({ colleague, body }) => {
      await deps.db.transaction((tx) => inviteColleague(deps, tx, body, doneNow(deps, colleague)));
      return listStaff(deps, colleague.sessionId);
    });
    serve(staffCalls.changeRoles, async ({ colleague, params, body }) => {
      await deps.db.transaction((tx) => changeRoles(tx, params.id, body.roles, doneNow(deps, colleague)));
      return listStaff(deps, colleague.sessionId);
    });
    serve(staffCalls.disable, async ({ colleague, params }) => {
      await deps.db.transaction((tx) => disableStaff(tx, params.id, doneNow(deps, colleague)));
      return listStaff(deps, colleague.sessionId);
    });
  };
