import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Choice } from './choice.ts';
import type { PageProduct, PageSize } from './page-product.ts';

type Chosen = Choice & {
  /** On the element around the inputs. */
  place: RefObject<HTMLDivElement | null>;
  /** After any of them changed. */
  onChange: () => void;
};

/**
 * The size and the extras as the inputs have them. The inputs are the browser's own, so that what somebody presses before
 * the scripts have come is not lost.
 */
export function useChoice({ sizes, extras }: Pick<PageProduct, 'sizes' | 'extras'>): Chosen {
  const place = useRef<HTMLDivElement>(null);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const onChange = () => {
    const inputs = place.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? [];
    const now = [...inputs].map(({ value }) => value);
    // The same choice is not rendered again: that would hydrate the rest of the page at once.
    setChecked((before) => (moreThanUsual(before) === moreThanUsual(now) ? before : now));
  };
  // Once, when the scripts have come.
  useEffect(onChange, []);
  return {
    // Every bouquet has the standard size.
    size: sizes.find(({ size }) => checked.includes(size)) ?? (sizes[0] as PageSize),
    extras: extras.filter(({ id }) => checked.includes(String(id))),
    place,
    onChange,
  };
}

const moreThanUsual = (values: readonly string[]) => String(values.filter((value) => value !== 'standard'));
