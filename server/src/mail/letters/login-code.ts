import { LOGIN_CODE_MINUTES } from '#contract/limits.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, mailedCode, paragraph, type WrittenLetter } from '../letter-parts.ts';

const NOT_YOU = 'If it was not you, do nothing, and tell nobody the code: we never ask for it. Nothing changes.';

/** The code is in the subject, so that a phone shows it without the letter being opened. */
export const loginCode = ({ firstName, code, link }: LetterOf<'login-code'>): WrittenLetter => ({
  subject: `${spaced(code)} is your code`,
  preview: `It works once, for ${LOGIN_CODE_MINUTES} minutes, where it was asked for.`,
  heading: link === null ? 'Is it you?' : 'Come in.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      link === null
        ? `This code shows us that it is you who changes your account at ${SHOP.name}.`
        : `This code logs you in at ${SHOP.name}, in the browser where you asked for it.`,
    ),
    mailedCode(spaced(code)),
    paragraph(`It works once, for ${LOGIN_CODE_MINUTES} minutes. A newer one takes its place.`),
    ...(link === null
      ? []
      : [paragraph('Or press this, and then Log in on the page that opens. It works in any browser of yours.')]),
    ...(link === null ? [] : [linkButton('Log in', link)]),
    paragraph(NOT_YOU),
  ],
  because: `You got this letter because someone asked for a code for this address at ${SHOP.name}.`,
});

/** `123 456`, which is easier to copy by eye. */
const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
