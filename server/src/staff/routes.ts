import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import {
  ChangeStaff,
  DeviceParams,
  InviteStaff,
  Me,
  NewPasskey,
  OwnAccess,
  PasskeyOptions,
  PasskeyParams,
  RecoveryCodes,
  StaffList,
  StaffParams,
  UsedPasskey,
} from '#contract/staff.ts';
import type { Deps } from '../deps.ts';
import { addPasskey, offerToAdd } from './add-passkey.ts';
import { AT_DESK, atDesk } from './at-desk.ts';
import { changeRoles, disableStaff } from './change-staff.ts';
import { confirm } from './confirm.ts';
import { clearDeskCookie } from './desk-cookie.ts';
import { doneNow } from './done-by.ts';
import { endDevice } from './end-device.ts';
import { endStaffSession } from './end-staff-session.ts';
import { inviteColleague } from './invite-colleague.ts';
import { listAccess } from './list-access.ts';
import { listStaff } from './list-staff.ts';
import { offerConfirmation } from './offer-passkey.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { removePasskey } from './remove-passkey.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { showMe } from './show-me.ts';
import { visitOf } from './visit-of.ts';

const tags = ['Desk: staff'];
const refusals = { 401: Detail, 403: MayNot };

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
        schema: { tags, ...AT_DESK, summary: 'End this session', response: { 204: z.undefined(), ...refusals } },
      },
      async ({ colleague }, reply) => {
        await endStaffSession(deps.db, colleague.id, colleague.sessionId);
        return reply.header('set-cookie', clearDeskCookie(deps.config)).code(204).send();
      },
    );

    app.post(
      '/api/desk/confirm/options/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'What one of the own passkeys has to sign to confirm who is there',
          response: { 200: PasskeyOptions, ...refusals, 409: Detail, 429: Detail },
        },
      },
      async (request, reply) => offerConfirmation(deps, request.colleague, visitOf(deps.config, request, reply)),
    );

    app.post(
      '/api/desk/confirm/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Confirm with a passkey who is there, for five minutes',
          body: UsedPasskey,
          response: { 204: z.undefined(), 400: BadInput, ...refusals, 429: Detail },
        },
      },
      async (request, reply) => {
        await confirm(deps, request.colleague, request.body, visitOf(deps.config, request, reply));
        return reply.code(204).send();
      },
    );

    app.get(
      '/api/desk/devices/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'The own devices, passkeys and recovery codes',
          response: { 200: OwnAccess, 401: Detail },
        },
      },
      async ({ colleague }) => listAccess(deps, colleague),
    );

    app.delete(
      '/api/desk/devices/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Sign a device out: an own one, or as an owner anybody’s',
          params: DeviceParams,
          response: { 204: z.undefined(), ...refusals, 404: Detail },
        },
      },
      async ({ colleague, params }, reply) => {
        await endDevice(deps, colleague, params.id);
        return reply.code(204).send();
      },
    );

    app.post(
      '/api/desk/passkeys/options/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'What a new passkey of this device has to sign',
          response: { 200: PasskeyOptions, ...refusals, 429: Detail },
        },
      },
      async (request, reply) => offerToAdd(deps, request.colleague, visitOf(deps.config, request, reply)),
    );

    app.post(
      '/api/desk/passkeys/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Add a passkey',
          body: NewPasskey,
          response: { 204: z.undefined(), 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async (request, reply) => {
        await addPasskey(deps, request.colleague, request.body, visitOf(deps.config, request, reply));
        return reply.code(204).send();
      },
    );

    app.delete(
      '/api/desk/passkeys/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Remove an own passkey',
          params: PasskeyParams,
          response: { 204: z.undefined(), ...refusals, 404: Detail },
        },
      },
      async ({ colleague, params }, reply) => {
        await removePasskey(deps, colleague, params.id);
        return reply.code(204).send();
      },
    );

    app.post(
      '/api/desk/recovery-codes/',
      {
        onRequest,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Ten new recovery codes; the earlier ones end',
          response: { 201: RecoveryCodes, ...refusals },
        },
      },
      async ({ colleague }, reply) => reply.code(201).send(await makeRecoveryCodes(deps, colleague)),
    );

    const asOwner = atDesk(deps, 'edit staff');

    app.get(
      '/api/desk/staff/',
      {
        onRequest: asOwner,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Everybody who works here, with their devices',
          response: { 200: StaffList, ...refusals },
        },
      },
      async ({ colleague }) => listStaff(deps, colleague.sessionId),
    );

    app.post(
      '/api/desk/staff/',
      {
        onRequest: asOwner,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Invite somebody by letter',
          body: InviteStaff,
          response: { 201: StaffList, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, body }, reply) => {
        requireConfirmed(deps, colleague);
        await deps.db.transaction((tx) => inviteColleague(deps, tx, body, doneNow(deps, colleague)));
        return reply.code(201).send(await listStaff(deps, colleague.sessionId));
      },
    );

    app.patch(
      '/api/desk/staff/:id/',
      {
        onRequest: asOwner,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'Give somebody other roles',
          params: StaffParams,
          body: ChangeStaff,
          response: { 200: StaffList, 400: BadInput, ...refusals, 404: Detail, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        requireConfirmed(deps, colleague);
        await deps.db.transaction((tx) => changeRoles(tx, params.id, body.roles, doneNow(deps, colleague)));
        return listStaff(deps, colleague.sessionId);
      },
    );

    app.post(
      '/api/desk/staff/:id/disable/',
      {
        onRequest: asOwner,
        schema: {
          tags,
          ...AT_DESK,
          summary: 'End every way in for somebody, or take an invitation back',
          params: StaffParams,
          response: { 200: StaffList, ...refusals, 404: Detail, 409: Detail },
        },
      },
      async ({ colleague, params }) => {
        requireConfirmed(deps, colleague);
        await deps.db.transaction((tx) => disableStaff(tx, params.id, doneNow(deps, colleague)));
        return listStaff(deps, colleague.sessionId);
      },
    );
  };
