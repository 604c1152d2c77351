import { emailKey, mailboxKey } from '#contract/email-address.ts';

/**
 * Which letters are counted together. All tagged addresses of a mailbox, but apart from the plain one: strangers with
 * made-up tags neither flood a mailbox nor use up the letters of its owner.
 */
export function mailboxOf(email: string): string {
  const mailbox = mailboxKey(email);
  return isTagged(email) ? `${mailbox}\ntagged` : mailbox;
}

export const isTagged = (email: string): boolean => emailKey(email) !== mailboxKey(email);
