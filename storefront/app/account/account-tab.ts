import { useSearchParams } from 'react-router';

/** The parts of the account page: how each is addressed and called. */
export const TABS = {
  history: { to: '/profile', words: 'History', title: 'Order History', icon: 'clock' },
  addresses: { to: '/profile?tab=addresses', words: 'Address List', title: 'Address List', icon: 'pin' },
  details: { to: '/profile?tab=details', words: 'My details', title: 'My details', icon: 'person' },
} as const;

export type AccountTab = keyof typeof TABS;

/** The part that the address names; the history if it names none that there is. */
export function useAccountTab(): AccountTab {
  const [search] = useSearchParams();
  const named = search.get('tab') ?? '';
  return Object.hasOwn(TABS, named) ? (named as AccountTab) : 'history';
}
