import {
  formatDay,
  formatTimeLeft,
  isAfterHolidays,
  nextChoice,
  nextDelivery,
  relativeDay,
} from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { cutOffWords, useDeliveryRules } from './delivery-rules.ts';
import { useShopNow } from './shop-clock.ts';

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** The next delivery and the time left for it, in words; before the shop's time is known, the general promise. */
export function DeliveryPromise({ short = false }: { short?: boolean }) {
  const now = useShopNow();
  const rules = useDeliveryRules();
  // Where nothing can be ordered, the first open day beyond is no promise.
  if (now ? !nextChoice(now, rules) : rules.paused) return <span>No deliveries at the moment</span>;
  if (!now) return <span>{`Order before ${cutOffWords(rules.cut_off)} for next-day delivery`}</span>;

  const { day, orderBy, cutOffPassed } = nextDelivery(now, rules);
  const surcharge = rules.days[day]?.surcharge;
  const more = surcharge ? ` (+\u00a0${formatPounds(surcharge)})` : '';
  const dayWords = formatDay(day, short ? 'short' : 'long');
  const left = orderBy.getTime() - now.getTime();
  const tomorrow = relativeDay(day, now) === 'tomorrow' ? 'tomorrow, ' : '';

  if (cutOffPassed) {
    return (
      <span>
        Order now for <b>{dayWords}</b>
        {more}
      </span>
    );
  }
  if (left > A_DAY_MS) {
    return (
      <span>
        Next delivery <b>{dayWords}</b>
        {more}
        {!short && isAfterHolidays(now, day, rules) ? ', after the bank holiday' : ''}
      </span>
    );
  }
  return short ? (
    <span>
      <b className="num">{formatTimeLeft(left)}</b> left for delivery {dayWords}
      {more}
    </span>
  ) : (
    <span>
      Order within <b className="num whitespace-nowrap">{formatTimeLeft(left)}</b> for delivery {tomorrow}
      <b className="whitespace-nowrap">{dayWords}</b>
      {more}
    </span>
  );
}

/** The promise on its sage label. It keeps its height while the shop's time is not known. */
export function DeliveryLabel() {
  return (
    <div className="tag-label flex min-h-[4.8rem] items-center [&_b]:font-semibold">
      <DeliveryPromise />
    </div>
  );
}
