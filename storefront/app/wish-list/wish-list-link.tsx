import { useEffect } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { useSaved } from './saved-store.ts';
import { startSync } from './start-sync.ts';

/** The way to one's own list, beside the cart where there is room. The heart is filled once something is on it. */
export function WishListLink() {
  const count = useSaved().length;
  useEffect(startSync, []);
  return (
    <NavLink
      to="/wish-list"
      aria-label="Wish list"
      className={`round-button max-desk:hidden noscript:invisible ${count > 0 ? 'heart-filled' : ''}`}
    >
      <Icon name="heart" className="size-[1.625rem]" />
    </NavLink>
  );
}

/** The same in the menu of phones. */
export function WishListRow({ onClick }: { onClick: () => void }) {
  return (
    <NavLink to="/wish-list" onClick={onClick} className="sheet-link">
      Wish list
      <Icon name="chevron" className="size-5" />
    </NavLink>
  );
}
