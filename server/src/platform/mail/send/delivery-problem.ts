/** Why a letter could not be sent. The words name nobody's address, because they are logged and stored. */
export type DeliveryProblem = {
  words: string;
  /** The mail server refuses this very letter, and retrying is not likely to change that. */
  isRefusal: boolean;
};

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/** Only replies to these commands are about the letter; other 5xx replies are about us, such as a wrong password. */
const ABOUT_THE_LETTER = new Set(['RCPT TO', 'DATA']);

/** Describes the error. The mail server's own words may repeat the address, so only its status code is used. */
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
