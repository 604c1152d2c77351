import type { KeyboardEvent, SyntheticEvent } from 'react';

/** A menu is done once something in it was pressed: it closes, and what opened it has the focus again. */
export function closeMenu({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const menu = currentTarget.closest('details');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}

export function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') closeMenu(event);
}
