import { formatDay, formatTimeLeft, nextDelivery, relativeDay } from '#contract/delivery.ts';
import { useShopNow } from './shop-clock.ts';

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** The next delivery and the time left for it, in words; before the shop's time is known, the general promise. */
export function DeliveryPromise({ short = false }: { short?: boolean }) {
  const now = useShopNow();
  if (!now) return <span>Order before 12 noon for next-day delivery</span>;

  const { day, orderBy, cutOffPassed } = nextDelivery(now);
  const dayWords = formatDay(day, short ? 'short' : 'long');
  const left = orderBy.getTime() - now.getTime();
  const tomorrow = relativeDay(day, now) === 'tomorrow' ? 'tomorrow, ' : '';

  if (cutOffPassed) {
    return (
      <span>
        Order now for <b>{dayWords}</b>
      </span>
    );
  }
  if (left > A_DAY_MS) {
    return (
      <span>
        Next delivery <b>{dayWords}</b>
        {short ? '' : ', after the bank holiday'}
      </span>
    );
  }
  return short ? (
    <span>
      <b className="num">{formatTimeLeft(left)}</b> left for delivery {dayWords}
    </span>
  ) : (
    <span>
      Order within <b className="num whitespace-nowrap">{formatTimeLeft(left)}</b> for delivery {tomorrow}
      <b className="whitespace-nowrap">{dayWords}</b>
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
