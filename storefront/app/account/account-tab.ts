import { useSearchParams } from 'react-router';
import { type AccountTab, readAccountTab } from '#contract/page-frames.ts';

/** The tabs of the account page. */
export const TABS = {
  history: { to: '/profile', words: 'History', title: 'Order History', icon: 'clock' },
  addresses: { to: '/profile?tab=addresses', words: 'Address List', title: 'Address List', icon: 'pin' },
  details: { to: '/profile?tab=details', words: 'My details', title: 'My details', icon: 'person' },
  reminders: { to: '/profile?tab=reminders', words: 'Reminders', title: 'Reminders', icon: 'bell' },
} as const satisfies Record<AccountTab, object>;

/** The menu has these and Log out. */
export const MENU = ['history', 'addresses'] as const satisfies AccountTab[];
/** These are linked from the head of the page. */
export const BESIDE_MENU = ['details', 'reminders'] as const satisfies AccountTab[];

/** The tab that the address names. */
export function useAccountTab(): AccountTab {
  const [search] = useSearchParams();
  return readAccountTab(search);
}
