import * as z from 'zod';
import { EmailAddress } from './email-address.ts';
import {
  LOGIN_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
} from './limits.ts';
import { anyText, line } from './text.ts';

const TOO_LONG = 'This is too long.';
const PASSWORD_TOO_LONG = `This must be no more than ${MAX_PASSWORD_LENGTH} characters.`;
export const NO_MATCH = 'Passwords do not match.';

/** Length in characters is the only rule here; the server also refuses common passwords. */
export const NewPassword = anyText
  // Before it is split into characters: each is at most two UTF-16 units, which are counted here.
  .refine((password) => password.length <= 2 * MAX_PASSWORD_LENGTH, { error: PASSWORD_TOO_LONG, abort: true })
  .refine((password) => password.trim() !== '', { error: 'This field may not be blank.', abort: true })
  .refine(
    (password) => [...password].length >= MIN_PASSWORD_LENGTH,
    `This must be at least ${MIN_PASSWORD_LENGTH} characters.`,
  )
  .refine((password) => [...password].length <= MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG)
  .meta({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });

/**
 * A random value that a browser stores, also after a logout, and sends with the next login: failed attempts from other
 * browsers do not count against it.
 */
export const DeviceMark = anyText.regex(/^[\w-]{43}$/, 'This is not a mark of ours.').meta({
  description: 'Given at signing in; a browser that sends it with the next login is not refused because of strangers.',
});
export type DeviceMark = z.infer<typeof DeviceMark>;

export const Register = z
  .object({
    username: line(MAX_USERNAME_LENGTH),
    password1: NewPassword,
    password2: anyText.min(1, 'This field may not be blank.'),
    email: EmailAddress,
    first_name: line(MAX_NAME_LENGTH),
    last_name: line(MAX_NAME_LENGTH),
    device_mark: DeviceMark.optional(),
  })
  .meta({ id: 'Register' });
export type Register = z.infer<typeof Register>;

const remember = z
  .boolean({ error: 'This must be true or false.' })
  .default(false)
  .meta({ description: 'Stay signed in for 30 days since last use, not 12 hours.' });

export const Login = z
  .object({
    email: anyText.max(MAX_EMAIL_LENGTH, TOO_LONG),
    password: anyText.max(4 * MAX_PASSWORD_LENGTH, TOO_LONG),
    remember,
    device_mark: DeviceMark.optional(),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const User = z
  .object({
    id: z.int(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email_confirmed: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const Profile = User.extend({
  new_email: z.string().nullable().meta({ description: 'Asked for, and not confirmed yet: `email` stays until then.' }),
  has_password: z.boolean().meta({ description: 'Without one, a code by email opens the account.' }),
}).meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** Ours are shorter; a longer one need not be looked up. */
const token = anyText.max(1_000, TOO_LONG);

export const Tokens = z
  .object({
    access: z.string().meta({ description: 'Bearer token, good for 10 minutes.' }),
    refresh: z.string().meta({ description: 'Good for one refresh; the answer holds the next one.' }),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof Tokens>;

export const SignedIn = Tokens.extend({ user: User, device_mark: DeviceMark }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

export const Registered = SignedIn.extend({ detail: z.string() }).meta({ id: 'Registered' });
export type Registered = z.infer<typeof Registered>;

export const Refresh = z.object({ refresh: token }).meta({ id: 'Refresh' });
export type Refresh = z.infer<typeof Refresh>;

export const ConfirmEmailParams = z.object({ key: z.string().max(200) });
export const ConfirmEmail = z.object({ key: anyText.optional() }).nullish().meta({ id: 'ConfirmEmail' });

export const AskPasswordReset = z
  .object({ email: EmailAddress, device_mark: DeviceMark.optional() })
  .meta({ id: 'AskPasswordReset' });
export type AskPasswordReset = z.infer<typeof AskPasswordReset>;

export const ResetPasswordParams = z.object({ uid: z.string().max(40), token: z.string().max(200) });
export const ResetPassword = z
  .object({
    new_password1: NewPassword,
    new_password2: anyText.min(1, 'This field may not be blank.'),
    uid: anyText.optional(),
    token: anyText.optional(),
    device_mark: DeviceMark.optional(),
  })
  .meta({ id: 'ResetPassword' });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const PasswordReset = z.object({ detail: z.string(), device_mark: DeviceMark }).meta({ id: 'PasswordReset' });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Whether a username is one that the shop made up for somebody who gave none: it is shown to nobody. */
export const isMadeUp = (username: string): boolean => /^guest-[0-9a-f]{12}$/.test(username);

export const ChangeProfile = z
  .strictObject({
    username: line(MAX_USERNAME_LENGTH).optional(),
    first_name: line(MAX_NAME_LENGTH).optional(),
    last_name: line(MAX_NAME_LENGTH).optional(),
  })
  .meta({ id: 'ChangeProfile' });
export type ChangeProfile = z.infer<typeof ChangeProfile>;

/** Required again before anything that only the owner may do. */
const ownPassword = anyText
  .max(4 * MAX_PASSWORD_LENGTH, TOO_LONG)
  .meta({ description: 'The password, so that nobody else does this. Empty for an account without one.' });

/** The six digits of a letter, with or without a gap between them. */
export const MailedCode = anyText
  .max(40, TOO_LONG)
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${LOGIN_CODE_LENGTH}}$`), 'Enter the six digits from the letter.'))
  .meta({ description: 'The six digits from the letter.' });

const ownCode = MailedCode.optional().meta({
  description: 'For an account without a password: the six digits that were mailed for this session.',
});

export const ChangePassword = z
  .object({
    password: ownPassword,
    code: ownCode,
    new_password1: NewPassword,
    new_password2: anyText.min(1, 'This field may not be blank.'),
  })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangeEmail = z
  .object({ password: ownPassword, code: ownCode, email: EmailAddress })
  .meta({ id: 'ChangeEmail' });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const Session = z
  .object({
    id: z.uuid(),
    device: z.string().meta({ description: 'What the browser called itself when it signed in.' }),
    signed_in_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    is_this_one: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SessionList = Session.array().meta({ description: 'Where one is signed in, the last used first.' });
export const SessionParams = z.object({ sessionId: z.uuid() });

export const DeleteAccount = z.object({ password: ownPassword, code: ownCode }).meta({ id: 'DeleteAccount' });
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** Everything we store about one person, by kind. */
export const PersonalData = z.record(z.string(), z.unknown()).meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof PersonalData>;

const ticket = anyText
  .regex(/^[\w-]{43}$/, 'This is not a ticket of ours.')
  .meta({ description: 'Given to the browser that asked for a code. The code works together with it alone.' });

/** The address alone: a new one is registered, a known one gets a code by mail. */
export const ContinueWithEmail = z
  .object({ email: EmailAddress, device_mark: DeviceMark.optional() })
  .meta({ id: 'ContinueWithEmail' });
export type ContinueWithEmail = z.infer<typeof ContinueWithEmail>;

export const AskLoginCode = z
  .object({
    email: EmailAddress,
    device_mark: DeviceMark.optional(),
    ticket: ticket.optional().meta({ description: 'Of an earlier code of this browser, which the new one replaces.' }),
  })
  .meta({ id: 'AskLoginCode' });
export type AskLoginCode = z.infer<typeof AskLoginCode>;

export const CodeSent = z.object({ detail: z.string(), ticket: z.string() }).meta({ id: 'CodeSent' });
export type CodeSent = z.infer<typeof CodeSent>;

export const LogInByCode = z
  .object({ ticket, code: MailedCode, remember, device_mark: DeviceMark.optional() })
  .meta({ id: 'LogInByCode' });
export type LogInByCode = z.infer<typeof LogInByCode>;

export const LogInByLink = z
  .object({ key: token, remember, device_mark: DeviceMark.optional() })
  .meta({ id: 'LogInByLink' });
export type LogInByLink = z.infer<typeof LogInByLink>;
