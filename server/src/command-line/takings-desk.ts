import { formatPounds } from '#contract/money.ts';
import { spanWords } from '#contract/takings-period.ts';
import { rebuildTakings } from '#server/features/takings/rebuild-takings.ts';
import { showTakings } from '#server/features/takings/show-takings.ts';
import type { Desk } from './desk.ts';
import { readDay } from './read-value.ts';

/** What the month took, as the page of takings says it. */
export async function showTakingsAtDesk(desk: Desk, day: string | undefined): Promise<void> {
  const wanted = { period: 'month' as const, ...(day !== undefined && { day: readDay(day) }) };
  const takings = await showTakings(desk, wanted);
  const { sums, agreement } = takings;
  const rows: [string, number][] = [
    ['Bouquets', sums.goods],
    ['Add-ons', sums.extras],
    ['Delivery', sums.delivery],
    ['Surcharges', sums.surcharges],
    ['Promo codes', sums.discounts],
    [`Refunds, ${sums.refunds}`, -sums.refunded],
    ['Takings', sums.takings],
    ...(sums.vat === null ? [] : ([['Of that VAT, 20 %', sums.vat]] satisfies [string, number][])),
    ["PayPal's fees", -sums.fees],
    ['Reaches the bank', sums.reaches_bank],
  ];
  const width = Math.max(...rows.map(([, pounds]) => formatPounds(pounds).length));
  desk.print(
    [
      `${spanWords('month', takings, takings.today)}: ${sums.orders} orders`,
      ...rows.map(([name, pounds]) => `  ${name.padEnd(20)}${formatPounds(pounds).padStart(width)}`),
      ...(sums.fees_unknown > 0
        ? [`The fees of ${sums.fees_unknown} payments are not known yet and not taken off.`]
        : []),
      agreement.is_equal
        ? 'Captures and refunds are those that PayPal named, to the penny.'
        : 'Captures and refunds are not all what PayPal named: the page of takings lists them.',
    ].join('\n'),
  );
}

/** Counts takings anew, should they ever differ from the orders. */
export async function rebuildTakingsAtDesk(desk: Desk): Promise<void> {
  const { days, bouquets } = await rebuildTakings(desk);
  desk.print(
    days + bouquets === 0
      ? 'Takings were counted anew: nothing had differed.'
      : `Takings were counted anew: ${days} days and ${bouquets} sums of bouquets had differed, and are right now.`,
  );
}
