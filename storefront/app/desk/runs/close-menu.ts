import type { KeyboardEvent, SyntheticEvent, ToggleEvent } from 'react';

/** A menu is done once something in it was pressed: it closes, and what opened it has the focus again. */
export function closeMenu({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const menu = currentTarget.closest('details');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}

export function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') closeMenu(event);
}

/** At the end of the page a menu would open below what is in sight. */
export function showOpened({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' });
}
