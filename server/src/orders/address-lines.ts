import type { Address } from '#contract/addresses.ts';

type Reader = 'buyer' | 'florist';

/**
 * An address line by line, beginning with who receives it. Where nobody else was named that is the buyer, and it is said to
 * be: nobody shall take the buyer's name for that of someone who was meant.
 */
export function addressLines(address: Omit<Address, 'id'> | null, buyer: string, reader: Reader): string[] {
  if (!address) return [];
  const lines = [
    address.recipient_name || (buyer && BUYER[reader](buyer)),
    address.apartment_address,
    address.street_address,
    `${address.city} ${address.postal_code}`.trim(),
    address.phone,
  ];
  return lines.filter((line) => line !== '');
}

const BUYER = {
  buyer: (name) => `You, ${name}`,
  florist: (name) => `${name} (the buyer)`,
} satisfies Record<Reader, (name: string) => string>;
