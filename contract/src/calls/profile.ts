import {
  ChangeEmail,
  ChangePassword,
  ChangeProfile,
  DeleteAccount,
  PersonalData,
  Profile,
  SessionList,
  SessionParams,
} from '../accounts.ts';
import { Detail } from '../errors.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Profile'], may: 'shopper' });

/** Who one is here, and leaving. */
export const profileCalls = {
  find: call('GET', '/api/user/profile/', { summary: 'Who is signed in', answer: Profile }),
  change: call('PATCH', '/api/user/profile/', {
    summary: 'Change name or username',
    body: ChangeProfile,
    answer: Profile,
    refuses: [429],
  }),
  resendConfirmation: call('POST', '/api/user/profile/resend-confirmation/', {
    summary: 'Send the letter that confirms the email address again',
    answer: Detail,
    refuses: [429],
  }),
  download: call('GET', '/api/user/profile/download/', {
    summary: 'Everything the shop holds about the person signed in',
    answer: PersonalData,
  }),
  delete: call('POST', '/api/user/profile/delete/', {
    summary: 'Delete the account and what is personal in it',
    body: DeleteAccount,
    answer: Detail,
    refuses: [409, 429],
  }),
};

/** How one signs in, and where one is signed in. */
export const securityCalls = {
  changePassword: call('POST', '/api/user/profile/password/', {
    summary: 'Change the password',
    description: 'Every other session ends; a change of email address that waits is given up.',
    body: ChangePassword,
    answer: Detail,
    refuses: [429],
  }),
  changeEmail: call('POST', '/api/user/profile/email/', {
    summary: 'Ask for another email address',
    description: 'The old one stays in force until the link sent to the new one is followed.',
    body: ChangeEmail,
    answer: Profile,
    refuses: [429],
  }),
  cancelEmailChange: call('DELETE', '/api/user/profile/email/', {
    summary: 'Give up a change of email address that waits',
    answer: Profile,
  }),
  listSessions: call('GET', '/api/user/profile/sessions/', {
    summary: 'Where one is signed in',
    answer: SessionList,
  }),
  endOtherSessions: call('DELETE', '/api/user/profile/sessions/', { summary: 'Sign out everywhere else' }),
  endSession: call('DELETE', '/api/user/profile/sessions/:sessionId/', {
    summary: 'Sign one device out',
    params: SessionParams,
    refuses: [404],
  }),
};
