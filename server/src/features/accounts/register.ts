import { NO_MATCH, Register, type Registered } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { eq, or } from '#server/platform/database/drizzle.ts';
import { toFields } from '#server/platform/http/to-fields.ts';
import { mailboxOf } from './email/mailbox-of.ts';
import { postConfirmation } from './email/post-confirmation.ts';
import { rememberPlace } from './log-in/known-places.ts';
import { mapUniqueViolation, TAKEN, usernameKey } from './map-unique-violation.ts';
import { checkPassword } from './passwords/check-password.ts';
import { hashPassword } from './passwords/passwords.ts';
import { startSession } from './sessions/start-session.ts';
import { users } from './table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from './throttle.ts';
import { toUser, type UserRow } from './to-user.ts';

/** Creates an account, signs its owner in and posts a letter to confirm the address; or reports all errors at once. */
export async function register(
  deps: Deps,
  body: unknown,
  visit: { network: string; device: string },
): Promise<Registered> {
  await countAttempts(deps, [{ what: 'register', who: visit.network }]);
  const form = await requireGood(deps, body, visit.network);
  await countAttempts(deps, [{ what: 'be written to on registering', who: mailboxOf(form.email) }]);
  const passwordHash = await hashPassword(form.password1, deps.hashCost);
  const { username, email, first_name: firstName, last_name: lastName } = form;
  const person = { username, email, firstName, lastName, passwordHash };
  return createAccount(deps, person, { ...visit, mark: form.device_mark });
}

type Person = Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash'>;

/** Creates the account, signs its owner in and posts the letter, or refuses an address or username that is taken. */
export async function createAccount(
  deps: Deps,
  person: Person,
  { network, device, mark: known }: { network: string; device: string; mark: string | undefined },
): Promise<Registered> {
  const keys = { usernameKey: usernameKey(person.username), emailKey: emailKey(person.email) };
  return mapUniqueViolation(() =>
    deps.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(users)
        .values({ ...person, ...keys, createdAt: deps.clock.now() })
        .returning();
      const user = row as UserRow;
      await postConfirmation(deps, tx, user);
      const tokens = await startSession(deps, tx, user.id, { remember: false, device });
      const mark = await rememberPlace(deps, tx, user.id, { network, mark: known });
      const detail = 'Welcome. We have sent you a letter to confirm your address.';
      return { ...tokens, user: toUser(user), device_mark: mark, detail };
    }),
  );
}

async function requireGood(deps: Deps, body: unknown, network: string): Promise<Register> {
  const { data, error } = Register.safeParse(body);
  const fields = error ? toFields(error.issues) : {};
  const typed = readTyped(body);
  const add = (field: string, messages: string[]) => {
    if (messages.length > 0) fields[field] = [...(fields[field] ?? []), ...messages];
  };
  if (!fields.password1) add('password1', checkPassword(typed.password1, typed));
  if (!fields.password2 && typed.password1 !== typed.password2) add('non_field_errors', [NO_MATCH]);
  const taken = fields.email ? await findTaken(deps, typed) : await findTakenCounted(deps, typed, network);
  for (const field of ['email', 'username'] as const) if (!fields[field]) add(field, taken[field] ?? []);
  if (!data || Object.keys(fields).length > 0) throw new Invalid(fields);
  return data;
}

/** Counted before the address is looked up: a counter that only known addresses raise would tell which are known. */
async function findTakenCounted(deps: Deps, typed: Typed, network: string): Promise<FieldErrors> {
  const learning: Attempt[] = [{ what: 'learn that an address is known', who: network }];
  await countAttempts(deps, learning);
  const taken = await findTaken(deps, typed);
  if (!taken.email) await forgiveAttempts(deps, learning);
  return taken;
}

type Typed = Record<'username' | 'email' | 'password1' | 'password2', string>;

/** What was typed, whether or not the rest of the form is good. */
function readTyped(body: unknown): Typed {
  const form = (body ?? {}) as Record<string, unknown>;
  const read = (field: string) => (typeof form[field] === 'string' ? form[field] : '');
  return {
    username: read('username'),
    email: read('email'),
    password1: read('password1'),
    password2: read('password2'),
  };
}

async function findTaken({ db }: Deps, typed: { email: string; username: string }): Promise<FieldErrors> {
  const wanted = { email: emailKey(typed.email), username: usernameKey(typed.username) };
  if (/\0/.test(wanted.email + wanted.username)) return {};
  const rows = await db
    .select({ email: users.emailKey, username: users.usernameKey })
    .from(users)
    .where(or(eq(users.emailKey, wanted.email), eq(users.usernameKey, wanted.username)));
  const taken: FieldErrors = {};
  for (const row of rows) {
    if (row.email === wanted.email) taken.email = [TAKEN.email];
    if (row.username === wanted.username) taken.username = [TAKEN.username];
  }
  return taken;
}
