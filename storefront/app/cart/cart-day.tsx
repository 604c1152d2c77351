import { formatDay, promiseFor } from '#contract/delivery.ts';
import { reasonOf } from '../information/closed-days.ts';
import { DeliveryPromise } from '../shell/delivery-promise.tsx';
import { useDeliveryRules } from '../shell/delivery-rules.ts';
import { useShopNow } from '../shell/shop-clock.ts';

/** The day that was chosen for the cart; the next possible one while none is. */
export function CartDay({ day }: { day: string | null }) {
  const now = useShopNow();
  const rules = useDeliveryRules();
  if (day === null) return <DeliveryPromise />;
  if (now && !promiseFor(now, day, rules).ok) {
    return (
      <span>
        {rules.full.includes(day) ? (
          <>
            <b>{formatDay(day)}</b> is full.
          </>
        ) : (
          <>
            We can no longer deliver on <b>{formatDay(day)}</b>
            {reasonOf(day, rules)}.
          </>
        )}{' '}
        You choose another day next.
      </span>
    );
  }
  return (
    <span>
      Delivery on <b className="whitespace-nowrap">{formatDay(day)}</b>, the day you chose
    </span>
  );
}
