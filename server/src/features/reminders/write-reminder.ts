import type { Day } from '#contract/day.ts';
import { addDays, formatDay, furthestDay } from '#contract/delivery.ts';
import { cutOffOf, type DeliveryRules, surchargePenceOf } from '#contract/delivery-rules.ts';
import { toPence, toPounds } from '#contract/money.ts';
import { formatDayAndYear } from '#contract/reminder-days.ts';
import type { Deps } from '#server/deps.ts';
import type { UserRow } from '#server/features/accounts/to-user.ts';
import { toPictureInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { IN_CATALOGUE, type SuitingBouquet } from './choose-bouquets.ts';
import { stopLink } from './stop-token.ts';
import type { ReminderRow } from './table.ts';

type ReminderFacts = { date: Day; arrivesOn: Day; bouquets: SuitingBouquet[]; rules: DeliveryRules; now: Date };

/** The letter. Prices are those of this moment, with the delivery of the day on which the flowers come. */
export function writeReminder(
  deps: Pick<Deps, 'config' | 'secrets'>,
  { email, firstName }: UserRow,
  { id, userId, who, occasion, everyYear }: ReminderRow,
  { date, arrivesOn, bouquets, rules, now }: ReminderFacts,
): LetterOf<'date-reminder'> {
  const deliveryPence = toPence(rules.fee) + surchargePenceOf(arrivesOn, rules);
  const { publicUrl } = deps.config;
  return {
    kind: 'date-reminder',
    to: email,
    firstName,
    who,
    occasion,
    everyYear,
    date: formatDay(date),
    arrivesOn: formatDay(arrivesOn),
    orderBy: { time: cutOffOf(arrivesOn, rules), day: formatDay(addDays(arrivesOn, -1)) },
    orderFrom: arrivesOn > furthestDay(now, rules) ? formatDayAndYear(addDays(arrivesOn, -rules.days_ahead)) : null,
    bouquets: bouquets.map(({ id: product, name, pricePence, pictures: [picture] }) => ({
      name,
      price: toPounds(pricePence),
      delivered: toPounds(pricePence + deliveryPence),
      link: `${publicUrl}/product/${product}`,
      picture: picture ? toPictureInLetter(picture) : null,
    })),
    link: `${publicUrl}/product?${new URLSearchParams({ occasion: IN_CATALOGUE[occasion] })}`,
    accountLink: `${publicUrl}/login?${new URLSearchParams({ next: '/profile?tab=reminders' })}`,
    stopLink: stopLink(deps, { id, userId }),
  };
}
