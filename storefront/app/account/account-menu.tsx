import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { AccountTab } from '#contract/page-frames.ts';
import { Icon } from '../ui/icon.tsx';
import { TABS } from './account-tab.ts';

type Props = { tab: AccountTab; onLogOut: () => void };

/** A column on wide screens, a strip on small ones. */
export function AccountMenu({ tab, onLogOut }: Props) {
  const menu = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip, and it alone, is pushed to where the tab is
  useEffect(() => {
    const strip = menu.current;
    const current = strip?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (strip && current) strip.scrollLeft += current.left - (strip.clientWidth - current.width) / 2;
  }, [tab]);
  return (
    <nav ref={menu} aria-label="Account" className="account-menu">
      <ul>
        {Object.entries(TABS).map(([name, { to, words, icon }]) => (
          <li key={name}>
            <Link to={to} aria-current={name === tab ? 'page' : undefined} className="account-menu-item">
              <Icon name={icon} className="size-5 max-desk:hidden" />
              {words}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className="account-menu-item" onClick={onLogOut}>
            <Icon name="out" className="size-5 max-desk:hidden" />
            Log out
          </button>
        </li>
      </ul>
    </nav>
  );
}
