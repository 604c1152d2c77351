import type { Address } from '#contract/addresses.ts';

/** An address line by line, as it stands on the parcel; addressed to the buyer unless it names someone. */
export function addressLines(address: Omit<Address, 'id'> | null, buyer: string): string[] {
  if (!address) return [];
  const lines = [
    address.recipient_name || buyer,
    address.apartment_address,
    address.street_address,
    `${address.city} ${address.postal_code}`.trim(),
    address.phone,
  ];
  return lines.filter((line) => line !== '');
}
