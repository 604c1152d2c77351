import type { Address } from '#contract/addresses.ts';

type Door = Pick<Address, 'street_address' | 'apartment_address' | 'city' | 'postal_code'>;

/**
 * Whether a corrected address is that of the same door. Capitals, spaces, commas and a postcode that was missing are written anew
 * without anybody moving.
 */
export function isSameDoor(before: Door, after: Door): boolean {
  const isSame = (field: keyof Door) => bare(before[field]) === bare(after[field]);
  return (
    isSame('street_address') &&
    isSame('apartment_address') &&
    isSame('city') &&
    (before.postal_code === '' || isSame('postal_code'))
  );
}

const bare = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
