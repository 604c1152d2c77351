import { useLayoutEffect, useRef } from 'react';
import { type ListFilters, listQuery } from './list-address.ts';

/** A pressed chip moves between the two lists with the focus. If it disappears, the focus moves to the button. */
export function useChipFocus(filters: ListFilters) {
  const strip = useRef<HTMLDivElement>(null);
  const pressed = useRef<string>(undefined);

  // As the chips move, not later: a press that comes between would be taken for the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips move when the filters change
  useLayoutEffect(() => {
    const name = pressed.current;
    if (name === undefined) return;
    pressed.current = undefined;
    // The visitor has moved the focus.
    if (document.activeElement !== document.body) return;
    const chip = strip.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(name)}"]`);
    (chip ?? strip.current?.querySelector('button'))?.focus();
  }, [listQuery(filters)]);

  return {
    strip,
    onPress: (name: string) => {
      pressed.current = name;
    },
  };
}
