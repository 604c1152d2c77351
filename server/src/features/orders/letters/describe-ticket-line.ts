import { nameInSize } from '#contract/line-words.ts';
import type { ItemInLetter } from '#server/platform/mail/order-in-letter.ts';

type TicketLine = Pick<ItemInLetter, 'name' | 'itemCode' | 'size' | 'quantity'> & {
  extras: readonly { name: string }[];
};

/** A line as the florist reads it: `2 × Rosy Parlour, large (ML-1002), with Glass vase`. */
export function describeTicketLine({ itemCode, quantity, extras, ...bouquet }: TicketLine): string {
  const words = [`${quantity} × ${nameInSize(bouquet)} (${itemCode})`, ...extras.map(({ name }) => name)];
  return words.join(', with ');
}
