import type { Size } from './sizes.ts';

/** `Rosy Parlour, large`; the standard size needs no word. */
export const nameInSize = ({ name, size }: { name: string; size: Size }): string =>
  size === 'standard' ? name : `${name}, ${size}`;

type Sized = { name: string; size: Size; extras: readonly { name: string }[] };

/** `Rosy Parlour, large, with Glass vase, Beeswax candle`. */
export const describeLine = (line: Sized): string => [nameInSize(line), ...withExtras(line)].join(', with ');

const withExtras = ({ extras }: Pick<Sized, 'extras'>): string[] =>
  extras.length > 0 ? [extras.map(({ name }) => name).join(', ')] : [];
