import type { Address } from '#contract/addresses.ts';
import { doorLines } from '#contract/door-lines.ts';

type Reader = 'buyer' | 'florist';

/**
 * An address line by line, beginning with the recipient. Where none was named, it is the buyer, and the line says so:
 * the buyer's name alone would look like a recipient who was chosen.
 */
export function addressLines(address: Omit<Address, 'id'> | null, buyer: string, reader: Reader): string[] {
  if (!address) return [];
  const lines = [
    address.recipient_name || (buyer && BUYER[reader](buyer)),
    ...doorLines(address),
    `${address.city} ${address.postal_code}`.trim(),
    address.phone,
  ];
  return lines.filter((line) => line !== '');
}

const BUYER = {
  buyer: (name) => `You, ${name}`,
  florist: (name) => `${name} (the buyer)`,
} satisfies Record<Reader, (name: string) => string>;
