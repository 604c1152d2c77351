// In a file of their own, so that a page need not load the schemas.

/** What a date is remembered for. */
export const REMINDER_OCCASIONS = ['birthday', 'anniversary', 'memory', 'other'] as const;
export type ReminderOccasion = (typeof REMINDER_OCCASIONS)[number];

export const OCCASION_WORDS = {
  birthday: 'A birthday',
  anniversary: 'An anniversary',
  memory: 'In memory',
  other: 'Another day',
} as const satisfies Record<ReminderOccasion, string>;

/** How many days before the date the letter comes. */
export const LEAD_DAYS = [3, 7, 10, 14, 21] as const;
export type LeadDays = (typeof LEAD_DAYS)[number];
export const DEFAULT_LEAD_DAYS: LeadDays = 10;

export const LEAD_WORDS = {
  3: 'three days',
  7: 'a week',
  10: 'ten days',
  14: 'two weeks',
  21: 'three weeks',
} as const satisfies Record<LeadDays, string>;

/** `Nell’s birthday` */
export function nameReminder({ who, occasion }: { who: string; occasion: ReminderOccasion }): string {
  if (occasion === 'memory') return `In memory of ${who}`;
  return occasion === 'other' ? who : `${who}’s ${occasion}`;
}

type Asked = { every_year: boolean; lead_days: LeadDays };

/** What somebody agrees to by pressing the button beside it. It is stored with the reminder, word for word. */
export const consentWords = ({ every_year, lead_days }: Asked): string =>
  every_year
    ? `You ask us to email you one letter a year, ${LEAD_WORDS[lead_days]} before this date, with three bouquets that suit. Every letter has a link that stops it.`
    : `You ask us to email you one letter, ${LEAD_WORDS[lead_days]} before this date, with three bouquets that suit. It has a link that stops it.`;
