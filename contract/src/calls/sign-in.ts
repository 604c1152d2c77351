import { Detail } from '../errors.ts';
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
} from '../staff.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: sign in'], may: 'everybody' });

/** The door of the desk: what somebody calls who is not signed in yet. */
export const signInCalls = {
  offer: call('POST', '/api/desk/sign-in/options/', {
    summary: 'What a passkey has to sign to open the desk',
    answer: PasskeyOptions,
    refuses: [429],
  }),
  signIn: call('POST', '/api/desk/sign-in/', {
    summary: 'Sign in with a passkey',
    body: UsedPasskey,
    answer: Me,
    refuses: [429],
  }),
  askLink: call('POST', '/api/desk/sign-in/link/', {
    summary: 'Ask for a link by letter',
    description: 'The answer is the same whether or not the address is known. It opens the desk in this browser alone.',
    body: AskStaffLink,
    answer: Detail,
    refuses: [429],
  }),
  useLink: call('POST', '/api/desk/sign-in/by-link/', {
    summary: 'Sign in with the link from a letter',
    body: UseStaffLink,
    answer: Me,
    refuses: [404, 429],
  }),
  useCode: call('POST', '/api/desk/sign-in/by-code/', {
    summary: 'Sign in with a recovery code',
    body: UseRecoveryCode,
    answer: Me,
    refuses: [429],
  }),
  findInvitation: call('GET', '/api/desk/invitations/:key/', {
    summary: 'An invitation, by the key of its link',
    params: InvitationParams,
    answer: Invitation,
    refuses: [404, 429],
  }),
  offerToJoin: call('POST', '/api/desk/invitations/:key/options/', {
    summary: 'What a new passkey has to sign to join',
    params: InvitationParams,
    body: Joining,
    answer: PasskeyOptions,
    refuses: [404, 429],
  }),
  join: call('POST', '/api/desk/invitations/:key/join/', {
    summary: 'Join with a new passkey, and sign in',
    params: InvitationParams,
    body: Join,
    answer: Me,
    refuses: [404, 409, 429],
  }),
  joinByLink: call('POST', '/api/desk/invitations/:key/link/', {
    summary: 'Join by a link to the address that was invited',
    params: InvitationParams,
    body: Joining,
    answer: Detail,
    refuses: [404, 429],
  }),
};
