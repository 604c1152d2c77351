import { formatPounds } from '#contract/money.ts';
import { nameReminder } from '#contract/reminder-words.ts';
import { SHOP } from '#contract/shop.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, type LetterContents, pictured, textLink } from '#server/platform/mail/render/letter-parts.ts';

/** Somebody asked for it. Its words are the same for a birthday and for a day of mourning: they wish nobody joy. */
export const dateReminder = (letter: LetterOf<'date-reminder'>): LetterContents => {
  const { firstName, everyYear, date, arrivesOn, orderBy, orderFrom, bouquets, link, accountLink, stopLink } = letter;
  const name = nameReminder(letter);
  const time = orderBy.time === '12:00' ? '12 noon' : orderBy.time;
  return {
    subject: `${name}: ${date}`,
    preview: `You asked us to remember it. ${orderFrom ? `It can be chosen from ${orderFrom} on.` : `Order by ${orderBy.day}.`}`,
    heading: `${name}, ${date}`,
    parts: [
      greet(firstName),
      `You asked us to remember a date for you: ${name}, on ${date}.`,
      arrivesOn !== date && `We cannot deliver on that day. Flowers for it would come before, on ${arrivesOn}.`,
      pictured(
        bouquets.length === 1 ? 'A bouquet that suits' : 'Bouquets that suit',
        bouquets.map(({ name: bouquet, price, delivered, link: to, picture }) => ({
          words: textLink(`${bouquet}, ${formatPounds(price)}; with delivery ${formatPounds(delivered)}`, to),
          picture,
        })),
      ),
      orderFrom
        ? `The prices are those of today. You can choose ${arrivesOn} from ${orderFrom} on.`
        : `The prices are those of today. To have them on ${arrivesOn}, order by ${time} on ${orderBy.day}.`,
      button('See all that suit', link),
      textLink('Stop this reminder', stopLink),
      textLink('Change your reminders', accountLink),
    ],
    because: `You got this letter because you asked ${SHOP.name} to remind you of this date${everyYear ? ', once a year' : ', once'}.`,
  };
};
