import { useEffect, useMemo, useRef } from 'react';
import { Form, Link, useLocation } from 'react-router';
import type { Me } from '#contract/staff.ts';
import { Marigold } from '../shell/brand.tsx';
import { DeskKeys } from './desk-keys.tsx';
import { inTabs, isAt, type NavItem, navOf, toDesk } from './desk-nav.ts';
import { FindButton } from './find-dialog.tsx';
import { showCurrent } from './show-current.ts';
import { labelOf } from './staff/role-choices.ts';
import { TabIcon } from './tab-icons.tsx';
import { useFresh } from './use-fresh.ts';
import { useLastOffice } from './use-last-office.ts';

type Props = { me: Me; waiting: number };

/** The bar, for those who answer claims with the number that wait, which stays true while the page is open. */
export function DeskBar({ me, waiting }: { me: Me; waiting: number | undefined }) {
  return waiting === undefined ? <Bar me={me} waiting={0} /> : <LiveBar me={me} waiting={waiting} />;
}

function LiveBar({ me, waiting }: Props) {
  const loaded = useMemo(() => ({ waiting }), [waiting]);
  const { data } = useFresh('/api/desk/claims/waiting/', loaded);
  return <Bar me={me} waiting={data.waiting} />;
}

/** Dark on every page of the desk, so that nobody takes it for the shop; on phones tabs at the bottom instead. */
function Bar({ me, waiting }: Props) {
  const { pathname } = useLocation();
  const { bench, office } = navOf(me);
  const lastOffice = useLastOffice(office, pathname);
  const isOffice = office.some(({ path }) => isAt(pathname, path));
  return (
    <>
      <header className="desk-bar on-leaf sticky top-0 z-10 flex items-center gap-2 min-h-15 px-[var(--side)] bg-leaf-900 text-on-leaf">
        <Link
          className="inline-flex items-center gap-2.5 mr-4.5 text-[1.3125rem]/[44px] font-medium font-serif no-underline whitespace-nowrap max-tablet:min-w-0 max-tablet:min-h-11 max-tablet:mr-0 max-tablet:leading-[1.15] max-tablet:whitespace-normal"
          to="/desk"
          aria-label="Marigold Lane desk"
        >
          <Marigold className="flex-none w-7 h-7" />
          <span className="max-tablet:min-w-0 max-tablet:text-[1.1875rem] tablet:max-bench:sr-only">
            Marigold Lane <i className="text-on-leaf-soft not-italic">desk</i>
          </span>
        </Link>
        <nav className="flex self-stretch max-tablet:hidden" aria-label="Main">
          <Items look={LINK} items={bench} pathname={pathname} waiting={waiting} />
          {lastOffice && (
            <Link className={LINK} to={toDesk(lastOffice.path)} aria-current={isOffice ? 'page' : undefined}>
              Office
            </Link>
          )}
        </nav>
        <FindButton me={me} />
        <Who key={pathname} me={me} />
      </header>
      {isOffice && <Office items={office} pathname={pathname} />}
      <Tabs items={bench} pathname={pathname} waiting={waiting} isMore={isOffice} />
      <DeskKeys me={me} />
    </>
  );
}

/** On a phone the row is wider than the screen: the word of this page is brought into sight. */
function Office({ items, pathname }: Pick<ItemsProps, 'items' | 'pathname'>) {
  const row = useRef<HTMLElement>(null);
  const here = items.find(({ path }) => isAt(pathname, path))?.path;
  useEffect(() => {
    if (here !== undefined) showCurrent(row.current);
  }, [here]);
  return (
    <nav
      ref={row}
      className="desk-office relative flex gap-0.5 px-[calc(var(--side)_-_12px)] border-b border-line overflow-x-auto"
      aria-label="Office"
    >
      <Items look={OFFICE} items={items} pathname={pathname} />
    </nav>
  );
}

type ItemsProps = { items: NavItem[]; pathname: string; look: string; waiting?: number; hasIcons?: boolean };

const Items = ({ items, pathname, look, waiting = 0, hasIcons }: ItemsProps) =>
  items.map(({ path, label }) => (
    <Link key={path} className={look} to={toDesk(path)} aria-current={isAt(pathname, path) ? 'page' : undefined}>
      {hasIcons && <TabIcon path={path} />}
      {label}
      {path === 'claims' && waiting > 0 && <Badge count={waiting} />}
    </Link>
  ));

const Badge = ({ count }: { count: number }) => (
  <span className="min-w-5.5 h-5.5 ml-1.75 py-0 px-1.5 rounded-round bg-marigold text-leaf-900 text-micro/5.5 font-bold text-center in-[.desk-tabs]:ml-0 in-[.desk-tabs]:absolute in-[.desk-tabs]:top-1 in-[.desk-tabs]:left-[55%]">
    {count}
    <span className="sr-only"> waiting</span>
  </span>
);

/** Opens without scripts; another page closes it. */
function Who({ me }: { me: Me }) {
  return (
    <details className="relative">
      <summary
        className="size-12 grid place-items-center -mr-1.75 cursor-pointer list-none [&::-webkit-details-marker]:hidden"
        aria-label={`You, ${me.name}`}
      >
        <b
          className="size-8.5 grid place-items-center rounded-full bg-sage text-leaf-900 text-micro/[1] font-bold"
          aria-hidden="true"
        >
          {me.name.trim().charAt(0).toUpperCase()}
        </b>
      </summary>
      <div className="absolute right-0 top-13 w-60 p-2 rounded-soft bg-lift shadow-menu text-leaf-900">
        <p className="grid pt-2 pb-2.5 px-3">
          <b>{me.name}</b>
          <span className="text-small text-soft">{labelOf(me.roles)}</span>
        </p>
        <Link className={IN_MENU} to="/desk/devices">
          Your devices
        </Link>
        <Form method="post" action="/desk/sign-out" reloadDocument>
          <button type="submit" className={IN_MENU}>
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}

const LINK =
  'inline-flex items-center min-h-11 pt-0.75 pb-0 px-3.25 border-b-3 border-transparent text-on-leaf-soft font-medium no-underline whitespace-nowrap hover:text-on-leaf aria-[current]:border-marigold aria-[current]:text-on-leaf aria-[current]:font-semibold';
const OFFICE =
  'inline-flex items-center min-h-12 pt-0.75 pb-0 px-3 border-b-3 border-transparent text-soft text-small font-medium no-underline whitespace-nowrap aria-[current]:border-marigold aria-[current]:text-leaf-900 aria-[current]:font-semibold';
const IN_MENU =
  'flex items-center w-full min-h-12 px-3 rounded-soft no-underline cursor-pointer hover:bg-sage focus-visible:outline-leaf-700 focus-visible:-outline-offset-2';
const TAB =
  'relative grid min-h-15.5 place-content-center justify-items-center gap-0.75 font-medium text-micro text-soft no-underline aria-[current]:font-semibold aria-[current]:text-leaf-900 aria-[current]:shadow-[inset_0_3px_0_var(--color-marigold)]';

/** What has no room here is behind More, the office too. */
function Tabs({ items, pathname, waiting, isMore }: Omit<ItemsProps, 'look' | 'hasIcons'> & { isMore: boolean }) {
  return (
    <nav
      className="desk-tabs hidden max-tablet:fixed max-tablet:top-auto max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-12 max-tablet:grid max-tablet:auto-cols-fr max-tablet:grid-flow-col max-tablet:border-t max-tablet:border-line max-tablet:bg-lift max-tablet:pb-[env(safe-area-inset-bottom)]"
      aria-label="Main, at the bottom"
    >
      <Items look={TAB} items={inTabs(items)} pathname={pathname} waiting={waiting} hasIcons />
      <Link className={TAB} to="/desk/more" aria-current={isMore || isAt(pathname, 'more') ? 'page' : undefined}>
        <TabIcon path="more" />
        More
      </Link>
    </nav>
  );
}
