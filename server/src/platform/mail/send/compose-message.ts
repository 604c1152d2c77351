import type { Config } from '#server/config.ts';
import { flowText } from '../render/flow-text.ts';
import type { OutgoingLetter } from './transport.ts';

type Sender = Pick<Config, 'mailFrom' | 'publicUrl'>;

/** The address alone, without the name before it. */
export const addressOf = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;

/** The button of mail programs that stops a letter, pressed for its reader (RFC 8058): only over HTTPS. */
const stopHeaders = (link: string | undefined) => ({
  ...(link && { 'List-Unsubscribe': `<${link}>` }),
  ...(link?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** The letter as it travels: headers, and the same words as plain text and as HTML. */
export async function composeMessage({ mailFrom, publicUrl }: Sender, letter: OutgoingLetter): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { id, writtenAt, to, subject, html, text, stopLink } = letter;
  const name = mailFrom === addressOf(mailFrom) ? '' : mailFrom.slice(0, mailFrom.lastIndexOf('<')).trim();
  const message = new MailComposer({
    from: { name, address: addressOf(mailFrom) },
    // As a pair, because a line of text could name several.
    to: { name: '', address: to },
    subject,
    // The form that says more comes last.
    alternatives: [
      { contentType: 'text/plain; charset=utf-8; format=flowed', content: flowText(text) },
      { contentType: 'text/html; charset=utf-8', content: html },
    ],
    date: writtenAt,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    // Keeps out-of-office robots from answering.
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopLink) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}
