import { describeChoice } from '#contract/line-words.ts';
import type { OrderItem } from '#contract/orders.ts';

/** Size and extras of a line, if there is anything to say. */
export function ChoiceWords({ item, className }: { item: OrderItem; className: string }) {
  const words = describeChoice(item);
  return words ? <span className={className}>{words}</span> : null;
}
