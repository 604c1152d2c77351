import { Link } from 'react-router';
import type { AccountTab } from '#contract/page-frames.ts';
import { Icon } from '../ui/icon.tsx';
import { BESIDE_MENU, MENU, TABS } from './account-tab.ts';

type Props = { tab: AccountTab; onLogOut: () => void };

/** A column on wide screens, a strip on small ones. */
export const AccountMenu = ({ tab, onLogOut }: Props) => (
  <nav aria-label="Account" className="account-menu">
    <ul>
      {MENU.map((name) => (
        <li key={name}>
          <TabLink
            name={name}
            isCurrent={name === tab}
            className="account-menu-item"
            iconClass="size-5 max-desk:hidden"
          />
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

/** What is on the account page beyond its menu, at the head of it. */
export const BesideMenu = ({ tab }: { tab: AccountTab }) => (
  <nav aria-label="More of your account" className="beside-menu">
    {BESIDE_MENU.map((name) => (
      <TabLink key={name} name={name} isCurrent={name === tab} className="link" iconClass="size-5" />
    ))}
  </nav>
);

type TabLinkProps = { name: AccountTab; isCurrent: boolean; className: string; iconClass: string };

const TabLink = ({ name, isCurrent, className, iconClass }: TabLinkProps) => (
  <Link to={TABS[name].to} aria-current={isCurrent ? 'page' : undefined} className={className}>
    <Icon name={TABS[name].icon} className={iconClass} />
    {TABS[name].words}
  </Link>
);
