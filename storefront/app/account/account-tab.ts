import { useSearchParams } from 'react-router';

/** The tabs of the account page. */
export const TABS = {
  history: { to: '/profile', words: 'History', title: 'Order History', icon: 'clock' },
  addresses: { to: '/profile?tab=addresses', words: 'Address List', title: 'Address List', icon: 'pin' },
  details: { to: '/profile?tab=details', words: 'My details', title: 'My details', icon: 'person' },
  reminders: { to: '/profile?tab=reminders', words: 'Reminders', title: 'Reminders', icon: 'bell' },
} as const;

export type AccountTab = keyof typeof TABS;

const isAccountTab = (name: string): name is AccountTab => Object.hasOwn(TABS, name);

/** The tab that the address names; the history if it names none of them. */
export function useAccountTab(): AccountTab {
  const [search] = useSearchParams();
  const named = search.get('tab') ?? '';
  return isAccountTab(named) ? named : 'history';
}
