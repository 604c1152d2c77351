import { may, type Right } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';

export type NavItem = {
  path: string;
  label: string;
  right: Right;
  /** After `G` it goes there. */
  letter?: string;
};

/** The bar: what a role may not do is not shown. */
const BENCH: NavItem[] = [
  { path: '', label: 'Today', right: 'tie', letter: 't' },
  { path: 'stems', label: 'Stems', right: 'tie', letter: 's' },
  { path: 'deliveries', label: 'Deliveries', right: 'plan runs', letter: 'd' },
  { path: 'orders', label: 'Orders', right: 'see orders', letter: 'o' },
  { path: 'claims', label: 'Claims', right: 'answer claims' },
];

const OFFICE: NavItem[] = [
  { path: 'catalogue', label: 'Catalogue', right: 'set sold out' },
  { path: 'calendar', label: 'Calendar', right: 'edit calendar', letter: 'c' },
  { path: 'takings', label: 'Takings', right: 'see takings' },
  { path: 'customers', label: 'Customers', right: 'see customers' },
  { path: 'codes', label: 'Promo codes', right: 'edit codes' },
  { path: 'reviews', label: 'Reviews', right: 'answer reviews' },
  { path: 'staff', label: 'Staff', right: 'edit staff' },
  { path: 'history', label: 'History', right: 'see history' },
  { path: 'settings', label: 'Settings', right: 'edit settings' },
];

/** Only under More: at the bench it is a press on what is to be printed. */
const PRINT: NavItem = { path: 'print/cards', label: 'Print', right: 'tie' };

const DRIVER: NavItem = { path: 'driver', label: 'My run', right: 'deliver' };

/** Where somebody may go. */
export function navOf({ roles }: Pick<Me, 'roles'>): Record<'bench' | 'office' | 'more', NavItem[]> {
  const shown = (items: NavItem[]) => items.filter(({ right }) => may(roles, right));
  const bench = shown(roles.includes('driver') ? [...BENCH, DRIVER] : BENCH);
  const tabs = inTabs(bench);
  return { bench, office: shown(OFFICE), more: [...bench.filter((item) => !tabs.includes(item)), ...shown([PRINT])] };
}

/** A tab has room for five, and the last is More. */
export const inTabs = (items: NavItem[]): NavItem[] => items.filter(({ path }) => path !== 'stems').slice(0, 4);

export const toDesk = (path: string): string => (path === '' ? '/desk' : `/desk/${path}`);

/** Whether an address is that page or one below it. Below `/desk` itself there are the other pages. */
export const isAt = (pathname: string, path: string): boolean =>
  pathname === toDesk(path) ||
  (path === '' ? /^\/desk\/(ticket|today)\b/.test(pathname) : pathname.startsWith(`/desk/${path}/`));
