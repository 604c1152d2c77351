import { emailKey, mailboxKey } from '#contract/email-address.ts';

/**
 * Which letters are counted together: those to all tagged addresses of a mailbox, apart from those to the plain one.
 * Strangers with made-up tags can neither flood a mailbox nor use up the letters of its owner.
 */
export function mailboxOf(email: string): string {
  const mailbox = mailboxKey(email);
  return isTagged(email) ? `${mailbox}\ntagged` : mailbox;
}

export const isTagged = (email: string): boolean => emailKey(email) !== mailboxKey(email);
