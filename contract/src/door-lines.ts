type Door = { apartment_address: string; street_address: string };

/** What people type into a field that must not be empty: no letter and no digit at all, or one of these words. */
const FILLER = /^(?:[^\p{L}\p{N}]*|n\s*[/.]?\s*a\.?|x+|none|nil|no flat|not applicable)$/iu;

/**
 * The lines of a door before its town, wherever a person reads them: flat and street, without what was only typed because the field
 * wants something. What is stored, and what the API tells the buyer, stays as it was typed.
 */
export const doorLines = ({ apartment_address, street_address }: Door): string[] =>
  [apartment_address, street_address].filter((line) => !FILLER.test(line.trim()));
