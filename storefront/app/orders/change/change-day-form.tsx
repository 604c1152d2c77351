import { useState } from 'react';
import { type DayRule, type DeliveryRules, surchargePenceOf } from '#contract/delivery-rules.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { DayPicker } from '../../checkout/day-picker.tsx';
import { useDeliveryRules } from '../../shell/delivery-rules.ts';
import { refreshRules, useShopNow } from '../../shell/shop-clock.ts';
import { Loading } from '../../ui/loading/loading.tsx';
import { ChangeEnd } from './change-end.tsx';
import type { ChangeProps } from './change-props.ts';
import { useChangeForm } from './use-change-form.ts';

/** Days that cost more than was paid cannot be chosen; what a day costs less goes back. */
export function ChangeDayForm(props: ChangeProps) {
  const { order, offer, onClose } = props;
  const now = useShopNow();
  const rules = useDeliveryRules();
  const [day, setDay] = useState(order.delivery_date);
  const form = useChangeForm(props, () => ({ ...(day && { delivery_date: day }) }));
  const back = day === null ? 0 : toPence(offer.surcharge) - surchargePenceOf(day, rules);
  if (!now) return <Loading />;
  const refused = form.errorOf('delivery_date');
  return (
    <form {...form.props} onSubmitCapture={() => void refreshRules()}>
      <DayPicker
        now={now}
        rules={toOwnRules(rules, order.delivery_date, offer.surcharge)}
        chosen={day}
        onChoose={setDay}
      />
      {back > 0 && day !== order.delivery_date && (
        <p className="mt-4 text-small">This day costs less: {formatPounds(toPounds(back))} goes back to you.</p>
      )}
      <ChangeEnd busy={form.busy} message={refused ?? form.message} onClose={onClose} />
    </form>
  );
}

/** As the buyer meets them here: a place is taken on the day it has, and nothing can be added to what was paid. */
function toOwnRules(rules: DeliveryRules, own: string | null, paid: number): DeliveryRules {
  const toOwn = ({ surcharge = 0, ...rule }: DayRule): DayRule =>
    surcharge > paid && rule.closed === undefined ? { ...rule, closed: 'Costs more' } : rule;
  return {
    ...rules,
    full: rules.full.filter((day) => day !== own),
    days: Object.fromEntries(Object.entries(rules.days).map(([day, rule]) => [day, day === own ? {} : toOwn(rule)])),
  };
}
