import type { ComponentProps, MouseEvent } from 'react';
import type { useNavigate } from 'react-router';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'onClick'> & { to: string };

/**
 * A link in a row of a long list, to an address from its root. The router's own resolves itself among all routes and listens by
 * itself, which on a busy day was a tenth of what a page costs; these are followed by one listener above the list.
 */
export const RowLink = ({ to, ...more }: Props) => <a {...more} href={to} data-row="" />;

/** Goes to the row's page without loading the document anew, unless the press wants a tab or a window of its own. */
export function followRowLink(event: MouseEvent, navigate: ReturnType<typeof useNavigate>): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const to = target instanceof Element ? target.closest('a[data-row]')?.getAttribute('href') : undefined;
  if (!to) return;
  event.preventDefault();
  void navigate(to);
}
