import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { mailboxOf } from '#server/features/accounts/email/mailbox-of.ts';
import { users } from '#server/features/accounts/table.ts';
import type { Attempt } from '#server/features/accounts/throttle.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, desc, eq, gt, isNull, sql } from '#server/platform/database/drizzle.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { seal, unseal } from '#server/platform/secrets/sealed.ts';
import { Letter, type LetterKind, type LetterOf } from '../letter.ts';
import { letters } from '../table.ts';

/** Why a letter waits, as the desk reads it. */
export const HELD_BACK = 'Held back: nobody has confirmed this address, and it has had its letters for now.';

/**
 * These leave in any case: they are what the reader of the mailbox needs to get in or has paid for, and each is limited where it is
 * asked for. They count all the same.
 */
const NEVER_HELD: LetterKind[] = [
  'confirm-email',
  'confirm-new-email',
  'reset-password',
  'login-code',
  'order-confirmed',
  // Only the desk causes these, of an order that is paid for, and their reader has hours to answer.
  'swap-asked',
  'order-not-delivered',
];

/** Of these the newest says all that the earlier ones would. */
const FOLDED: LetterKind[] = ['password-changed', 'email-change-asked', 'order-changed'];

/** Nobody will ever confirm the address of an account that is gone: a letter that waited would wait for nothing. */
export const isDropped = ({ kind }: Letter): boolean => kind === 'account-deleted';

export const mayBeHeld = ({ kind }: Letter): boolean => !NEVER_HELD.includes(kind);

/** All letters to a mailbox that nobody confirmed, whatever they tell. Tagged addresses of it count together. */
export const letterTo = ({ to }: Letter): Attempt[] => [
  { what: 'be written to at an address never confirmed', who: mailboxOf(to) },
];

/** Whether a letter goes to an address that its customer never confirmed: it may be anybody's. */
export async function isUnconfirmed(db: Database, userId: number | null, letter: Letter): Promise<boolean> {
  if (letter.kind === 'account-deleted') return letter.wasConfirmed === false;
  if (userId === null) return false;
  const [user] = await db
    .select({ key: users.emailKey, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user !== undefined && !(user.confirmedAt && user.key === emailKey(letter.to));
}

const ELSEWHERE = 'It is on the page of your order. We write it here once you have confirmed this email address.';

/** What a customer typed for others to read is left out: nobody sends their own words through us to a stranger. */
export function withoutTypedWords(letter: Letter): Letter {
  if (!('order' in letter)) return letter;
  const order = {
    ...letter.order,
    address: [ELSEWHERE],
    note: '',
    ...(letter.order.wishes && { wishes: [ELSEWHERE] }),
  };
  if (letter.kind !== 'order-changed') return { ...letter, order };
  const changed = letter.changed.map((change) => (change.what === 'day' ? change : { ...change, before: [ELSEWHERE] }));
  return { ...letter, order, changed };
}

type Held = { id: string; userId: number | null; orderId: number | null; createdAt: Date };

/** Lets a later letter that waits, too, tell what this one would have told; false if there is none. */
export async function foldIntoLater(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { id, userId, orderId, createdAt }: Held,
  letter: Letter,
): Promise<boolean> {
  if (!FOLDED.includes(letter.kind) || userId === null) return false;
  return db.transaction(async (tx) => {
    const isLater = and(
      eq(letters.userId, userId),
      eq(letters.kind, letter.kind),
      gt(letters.createdAt, createdAt),
      isNull(letters.sentAt),
      isNull(letters.givenUpAt),
      sql`coalesce(${letters.takenUntil} < now(), true)`,
      orderId === null ? isNull(letters.orderId) : eq(letters.orderId, orderId),
    );
    const [later] = await tx
      .select()
      .from(letters)
      .where(isLater)
      .orderBy(desc(letters.createdAt))
      .limit(1)
      .for('update');
    if (!later?.sealed) return false;
    const told = parseStored(Letter, 'The letter', unseal(secrets.letters, later.id, later.sealed));
    if (told.kind === 'order-changed' && letter.kind === 'order-changed') {
      const sealed = seal(secrets.letters, later.id, { ...told, changed: joinChanges(letter.changed, told.changed) });
      await tx.update(letters).set({ sealed }).where(eq(letters.id, later.id));
    }
    await tx.delete(letters).where(eq(letters.id, id));
    return true;
  });
}

type Changes = LetterOf<'order-changed'>['changed'];

/** Each thing that changed once, with what it was before the first of both letters. */
const joinChanges = (earlier: Changes, later: Changes): Changes => [
  ...earlier,
  ...later.filter(({ what }) => !earlier.some((change) => change.what === what)),
];
