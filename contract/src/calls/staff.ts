import { MayNot } from '../errors.ts';
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
} from '../staff.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: staff'], may: 'staff' });

/** Who works here, and how they get in. */
export const staffCalls = {
  showMe: call('GET', '/api/desk/me/', {
    summary: 'Whoever is signed in',
    answer: Me,
  }),
  signOut: call('POST', '/api/desk/sign-out/', {
    summary: 'End this session',
    refusals: { 403: MayNot },
  }),
  offerConfirmation: call('POST', '/api/desk/confirm/options/', {
    summary: 'What one of the own passkeys has to sign to confirm who is there',
    answer: PasskeyOptions,
    refuses: [409, 429],
    refusals: { 403: MayNot },
  }),
  confirm: call('POST', '/api/desk/confirm/', {
    summary: 'Confirm with a passkey who is there, for five minutes',
    body: UsedPasskey,
    refuses: [429],
    refusals: { 403: MayNot },
  }),
  listAccess: call('GET', '/api/desk/devices/', {
    summary: 'The own devices, passkeys and recovery codes',
    answer: OwnAccess,
  }),
  endDevice: call('DELETE', '/api/desk/devices/:id/', {
    summary: 'Sign a device out: an own one, or as an owner anybody’s',
    params: DeviceParams,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  offerPasskey: call('POST', '/api/desk/passkeys/options/', {
    summary: 'What a new passkey of this device has to sign',
    answer: PasskeyOptions,
    refuses: [429],
    refusals: { 403: MayNot },
  }),
  addPasskey: call('POST', '/api/desk/passkeys/', {
    summary: 'Add a passkey',
    body: NewPasskey,
    refuses: [409],
    refusals: { 403: MayNot },
  }),
  removePasskey: call('DELETE', '/api/desk/passkeys/:id/', {
    summary: 'Remove an own passkey',
    params: PasskeyParams,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  makeRecoveryCodes: call('POST', '/api/desk/recovery-codes/', {
    summary: 'Ten new recovery codes; the earlier ones end',
    answer: RecoveryCodes,
    status: 201,
    refusals: { 403: MayNot },
  }),
  list: call('GET', '/api/desk/staff/', {
    may: 'edit staff',
    summary: 'Everybody who works here, with their devices',
    answer: StaffList,
    refusals: { 403: MayNot },
  }),
  invite: call('POST', '/api/desk/staff/', {
    may: 'edit staff',
    summary: 'Invite somebody by letter',
    body: InviteStaff,
    answer: StaffList,
    status: 201,
    confirmed: true,
    refuses: [409],
  }),
  changeRoles: call('PATCH', '/api/desk/staff/:id/', {
    may: 'edit staff',
    summary: 'Give somebody other roles',
    params: StaffParams,
    body: ChangeStaff,
    answer: StaffList,
    confirmed: true,
    refuses: [404, 409],
  }),
  disable: call('POST', '/api/desk/staff/:id/disable/', {
    may: 'edit staff',
    summary: 'End every way in for somebody, or take an invitation back',
    params: StaffParams,
    answer: StaffList,
    confirmed: true,
    refuses: [404, 409],
  }),
};
