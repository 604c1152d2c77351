import {
  AskLoginCode,
  AskPasswordReset,
  CodeSent,
  ConfirmEmail,
  ConfirmEmailParams,
  ContinueWithEmail,
  LogInByCode,
  LogInByLink,
  Login,
  PasswordReset,
  Refresh,
  Register,
  Registered,
  ResetPassword,
  ResetPasswordParams,
  SignedIn,
  Tokens,
} from '../accounts.ts';
import { Detail } from '../errors.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Accounts'], may: 'everybody' });

/** Coming in and going out. */
export const accountCalls = {
  register: call('POST', '/api/user/register/', {
    summary: 'Register and sign in',
    body: Register,
    answer: Registered,
    status: 201,
    refuses: [429],
  }),
  logIn: call('POST', '/api/user/login/', {
    summary: 'Sign in',
    body: Login,
    answer: SignedIn,
    refuses: [401, 429],
  }),
  refresh: call('POST', '/auth/refresh/', {
    summary: 'Change a refresh token for new tokens',
    body: Refresh,
    answer: Tokens,
    refuses: [401],
  }),
  logOut: call('POST', '/api/v1/auth/logout/', {
    may: 'shopper',
    summary: 'End the session at once',
    description:
      'There is no body. The bearer token names the session: the access token, also one that has run out, or the refresh token.',
    answer: Detail,
    refuses: [400],
  }),
  confirmEmail: call('POST', '/account-confirm-email/:key/', {
    summary: 'Confirm an email address with the key from the letter',
    params: ConfirmEmailParams,
    body: ConfirmEmail,
    answer: Detail,
    refuses: [404, 409, 429],
  }),
  askPasswordReset: call('POST', '/api/v1/auth/password/reset/', {
    summary: 'Ask for a letter with a link to set a new password',
    description: 'The answer is the same whether or not the address is known.',
    body: AskPasswordReset,
    answer: Detail,
    refuses: [429],
  }),
  resetPassword: call('POST', '/password/reset/confirm/:uid/:token', {
    summary: 'Set a new password with the link from the letter',
    params: ResetPasswordParams,
    body: ResetPassword,
    answer: PasswordReset,
    refuses: [404, 429],
  }),
};

/** Registering and signing in with the email address alone. */
export const loginCodeCalls = {
  continueWithEmail: call('POST', '/api/user/continue-with-email/', {
    summary: 'Register with an email address alone and sign in, or have a code sent to a known one',
    description: '201 with tokens for an address that is new here, 202 with a ticket for one that is known.',
    body: ContinueWithEmail,
    answer: Registered,
    status: 201,
    later: CodeSent,
    refuses: [429],
  }),
  ask: call('POST', '/api/user/login-code/', {
    summary: 'Ask for a letter with a code to sign in',
    description: 'The answer is the same whether or not the address is known.',
    body: AskLoginCode,
    answer: CodeSent,
    refuses: [429],
  }),
  use: call('POST', '/api/user/login-code/use/', {
    summary: 'Sign in with the code from the letter',
    body: LogInByCode,
    answer: SignedIn,
    refuses: [429],
  }),
  useLink: call('POST', '/api/user/login-link/', {
    summary: 'Sign in with the link from the letter',
    body: LogInByLink,
    answer: SignedIn,
    refuses: [404, 429],
  }),
  askOwn: call('POST', '/api/user/profile/code/', {
    tags: ['Profile'],
    may: 'shopper',
    summary: 'Have a code sent that stands in for the password, for an account without one',
    answer: Detail,
    refuses: [429],
  }),
};
