/** What kept a letter from leaving, in words without anyone's address, because they are logged and kept. */
export type DeliveryProblem = {
  words: string;
  /** The mail server will not take this letter, and asking again is not likely to change that. */
  isRefusal: boolean;
};

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/**
 * Only answers to these are about the letter; what else is answered with a 5 is about us: a wrong password, a sender
 * unknown.
 */
const ABOUT_THE_LETTER = new Set(['RCPT TO', 'DATA']);

/** Puts what went wrong into words. The mail server's own may repeat the address, so only its number is kept. */
export function toDeliveryProblem(error: unknown): DeliveryProblem {
  const { code, responseCode, command } = (error instanceof Error ? error : {}) as Partial<SmtpError>;
  if (responseCode) {
    const isRefusal = responseCode >= 500 && ABOUT_THE_LETTER.has(command ?? '');
    return {
      words: `The mail server answered ${responseCode}${command && command !== 'CONN' ? ` to ${command}` : ''}.`,
      isRefusal,
    };
  }
  if (code === 'ETIMEDOUT') return { words: 'The mail server took too long.', isRefusal: false };
  if (code === 'ECONNECTION')
    return { words: 'The connection was cut before the mail server answered.', isRefusal: false };
  if (code) return { words: `The letter could not be handed over (${code}).`, isRefusal: false };
  return { words: `The letter could not be written out (${(error as Error)?.name}).`, isRefusal: false };
}
