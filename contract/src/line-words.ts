import type { Size } from './sizes.ts';

/** The words for sizes on pages. */
export const SIZE_NAMES = { standard: 'Standard', large: 'Large', grand: 'Grand' } satisfies Record<Size, string>;

/** `Rosy Parlour, large`; the standard size needs no word. */
export const nameInSize = ({ name, size }: { name: string; size: Size }): string =>
  size === 'standard' ? name : `${name}, ${size}`;

type Sized = { name: string; size: Size; extras: readonly { name: string }[] };

/** `Rosy Parlour, large, with Glass vase, Beeswax candle`. */
export const describeLine = (line: Sized): string => [nameInSize(line), ...withExtras(line)].join(', with ');

/** `Large, with Glass vase`: what the name of the bouquet does not say; empty for the standard size alone. */
export const describeChoice = (line: Omit<Sized, 'name'>): string => {
  const size = line.size === 'standard' ? [] : [SIZE_NAMES[line.size]];
  const [extras] = withExtras(line);
  return [...size, ...(extras ? [`${size.length > 0 ? 'with' : 'With'} ${extras}`] : [])].join(', ');
};

const withExtras = ({ extras }: Pick<Sized, 'extras'>): string[] =>
  extras.length > 0 ? [extras.map(({ name }) => name).join(', ')] : [];
