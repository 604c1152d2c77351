import { SHOP } from '#contract/shop.ts';
import { STAFF_LINK_MINUTES } from '#contract/staff.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const deskLink = ({ firstName, link }: LetterOf<'desk-link'>): WrittenLetter => ({
  subject: 'Your link to the desk',
  preview: `It works once, for ${STAFF_LINK_MINUTES} minutes, in the browser that asked for it.`,
  heading: 'The door is ajar.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `This link opens the desk once, for ${STAFF_LINK_MINUTES} minutes, in the browser in which it was asked for.`,
    ),
    linkButton('Open the desk', link),
    paragraph('If it was not you, do nothing. The link opens nothing in any other browser.'),
  ],
  because: `You got this letter because someone asked for a link to the desk of ${SHOP.name} with this address.`,
});
