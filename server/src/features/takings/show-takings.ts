import { addDays, countDays, londonDay } from '#contract/delivery.ts';
import type { ShowTakings, Takings, TakingsSums } from '#contract/desk-takings.ts';
import { toPounds } from '#contract/money.ts';
import { type Span, spanBefore, spanOf } from '#contract/takings-period.ts';
import type { Deps } from '#server/deps.ts';
import { compareWithPaypal } from './compare-with-paypal.ts';
import { countVatOfDays } from './count-vat.ts';
import { findVatNumber } from './find-vat-number.ts';
import { listBouquetTakings } from './list-bouquet-takings.ts';
import { addDaysUp, type DaySums, readDays, takingsPence } from './read-days.ts';

/** A single day is shown among the days before it. */
const DAYS_BESIDE = 13;

/** What a day, a week or a month took: all of it from stored sums of days, whatever the shop has sold in its life. */
export async function showTakings(deps: Pick<Deps, 'clock' | 'db'>, wanted: ShowTakings): Promise<Takings> {
  const today = londonDay(deps.clock.now());
  const { period, day = today, all } = wanted;
  const span = spanOf(period, day);
  const before = spanBefore(period, span);
  const shown = period === 'day' ? { from: addDays(span.to, -DAYS_BESIDE), to: span.to } : span;
  const earliest = earlierOf(before.from, shown.from);
  const [days, vatNumber, bouquets] = await Promise.all([
    readDays(deps.db, { from: earliest, to: span.to }),
    findVatNumber(deps),
    listBouquetTakings(deps, span, all === 'yes'),
  ]);
  const own = within(days, span);
  const compared = upTo(before, span, today);
  return {
    period,
    ...span,
    today,
    vat_number: vatNumber,
    sums: toSums(own, vatNumber),
    before: { ...compared, takings: toPounds(takingsPence(addDaysUp(within(days, compared)))) },
    days: listShown(shown, days, before, period === 'day'),
    arriving: own
      .filter(({ arriving }) => arriving > 0)
      .map((sums) => ({ day: sums.day, orders: sums.arriving, amount: toPounds(sums.arriving_pence) })),
    ...bouquets,
    agreement: await compareWithPaypal(deps, own),
  };
}

/** Days compare as text. */
const earlierOf = (...days: [string, string]): string => days.toSorted()[0] as string;

const within = (days: readonly DaySums[], { from, to }: Span): DaySums[] =>
  days.filter(({ day }) => day >= from && day <= to);

/** While a period is not over it is compared with as many days of the one before. */
function upTo(before: Span, { from, to }: Span, today: string): Span {
  if (today < from || today >= to) return before;
  const same = addDays(before.from, countDays(from, today));
  return { from: before.from, to: earlierOf(same, before.to) };
}

function toSums(days: readonly DaySums[], vatNumber: string | null): TakingsSums {
  const sums = addDaysUp(days);
  const takings = takingsPence(sums);
  const fees = sums.fee - sums.fee_back;
  const vat = countVatOfDays(sums, vatNumber);
  return {
    orders: sums.orders,
    goods: toPounds(sums.goods),
    extras: toPounds(sums.extras),
    delivery: toPounds(sums.delivery),
    surcharges: toPounds(sums.surcharge),
    discounts: toPounds(sums.discount),
    refunds: sums.refunds,
    refunded: toPounds(sums.refunded),
    takings: toPounds(takings),
    vat: vat === null ? null : toPounds(vat),
    fees: toPounds(fees),
    fees_unknown: sums.fees_unread,
    reaches_bank: toPounds(takings - fees),
  };
}

function listShown(shown: Span, days: readonly DaySums[], before: Span, isSingle: boolean): Takings['days'] {
  const byDay = new Map(days.map((sums) => [sums.day, sums]));
  const takenOn = (day: string): number => {
    const sums = byDay.get(day);
    return sums ? toPounds(takingsPence(sums)) : 0;
  };
  return Array.from({ length: countDays(shown.from, shown.to) + 1 }, (_, count) => {
    const day = addDays(shown.from, count);
    const same = addDays(before.from, count);
    return {
      day,
      orders: byDay.get(day)?.orders ?? 0,
      takings: takenOn(day),
      before: isSingle || same > before.to ? null : takenOn(same),
    };
  });
}
