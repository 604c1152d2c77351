import { doorLines } from '#contract/door-lines.ts';
import { formatPostcode } from '#contract/postcode.ts';
import type { OrderRow } from '#server/features/orders/table.ts';

type Place = { recipient: string; address: string[]; postcode: string; phone: string };

/** Who gets an order and where, for paper. Where nobody was named, it is the buyer. Empty once the buyer's account is gone. */
export function toPlace({ address, buyer }: Pick<OrderRow, 'address' | 'buyer'>): Place {
  if (!address) return { recipient: '', address: [], postcode: '', phone: '' };
  const postcode = formatPostcode(address.postal_code);
  const lines = [...doorLines(address), `${address.city} ${postcode}`.trim()];
  return {
    recipient: address.recipient_name || (buyer ?? ''),
    address: lines.filter((line) => line !== ''),
    postcode,
    phone: address.phone,
  };
}
