const london = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options });
const TIME = london({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = london({ year: 'numeric', month: '2-digit', day: '2-digit' });
const WEEKDAY = london({ weekday: 'long' });
const DATE = london({ weekday: 'short', day: 'numeric', month: 'short' });

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

/** When somebody was last here: 'Now', '10:31', 'Saturday 16:10', 'Tue 3 Nov'. */
export function formatWhen(moment: string, now: string): string {
  const [then, today] = [new Date(moment), new Date(now)];
  const age = today.getTime() - then.getTime();
  if (age < 5 * MINUTE) return 'Now';
  if (DAY.format(then) === DAY.format(today)) return TIME.format(then);
  return age < WEEK - 24 * 60 * MINUTE ? `${WEEKDAY.format(then)} ${TIME.format(then)}` : formatDate(moment);
}

/** 'Tue 24 Nov'. */
export const formatDate = (moment: string): string => DATE.format(new Date(moment)).replace(',', '');
