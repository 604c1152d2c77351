import { useEffect, useMemo, useRef } from 'react';
import { Form, Link, useLocation } from 'react-router';
import type { Me } from '#contract/staff.ts';
import { Marigold } from '../shell/brand.tsx';
import { DeskKeys } from './desk-keys.tsx';
import { inTabs, isAt, type NavItem, toDesk, useNav } from './desk-nav.ts';
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
  const { bench, office } = useNav(me);
  const lastOffice = useLastOffice(office, pathname);
  const isOffice = office.some(({ path }) => isAt(pathname, path));
  return (
    <>
      <header className="desk-bar on-leaf">
        <Link
          className="desk-mark inline-flex items-center gap-2.5 mr-4.5 text-[1.3125rem]/[44px] font-medium font-serif no-underline whitespace-nowrap max-tablet:min-w-0 max-tablet:min-h-11 max-tablet:mr-0 max-tablet:leading-[1.15] max-tablet:whitespace-normal"
          to="/desk"
          aria-label="Marigold Lane desk"
        >
          <Marigold className="flex-none w-7 h-7" />
          <span>
            Marigold Lane <i>desk</i>
          </span>
        </Link>
        <nav aria-label="Main">
          <Items look="bar-link" items={bench} pathname={pathname} waiting={waiting} />
          {lastOffice && (
            <Link className="bar-link" to={toDesk(lastOffice.path)} aria-current={isOffice ? 'page' : undefined}>
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
    <nav ref={row} className="desk-office" aria-label="Office">
      <Items look="office-link" items={items} pathname={pathname} />
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
  <span className="desk-badge">
    {count}
    <span className="sr-only"> waiting</span>
  </span>
);

/** Opens without scripts; another page closes it. */
function Who({ me }: { me: Me }) {
  return (
    <details className="desk-who relative">
      <summary aria-label={`You, ${me.name}`}>
        <b aria-hidden="true">{me.name.trim().charAt(0).toUpperCase()}</b>
      </summary>
      <div className="who-menu absolute right-0 top-13 w-60 p-2 rounded-soft bg-lift shadow-menu text-leaf-900">
        <p>
          <b>{me.name}</b>
          <span className="text-small text-soft">{labelOf(me.roles)}</span>
        </p>
        <Link
          className="flex items-center w-full min-h-12 py-0 px-3 border-0 rounded-soft bg-transparent no-underline cursor-pointer hover:bg-sage"
          to="/desk/devices"
        >
          Your devices
        </Link>
        <Form method="post" action="/desk/sign-out" reloadDocument>
          <button
            type="submit"
            className="flex items-center w-full min-h-12 py-0 px-3 border-0 rounded-soft bg-transparent no-underline cursor-pointer hover:bg-sage"
          >
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}

const TAB =
  'tab-link relative grid min-h-15.5 place-content-center justify-items-center gap-0.75 font-medium text-micro text-soft no-underline aria-[current]:font-semibold aria-[current]:text-leaf-900 aria-[current]:shadow-[inset_0_3px_0_var(--color-marigold)]';

/** What has no room here is behind More, the office too. */
function Tabs({ items, pathname, waiting, isMore }: Omit<ItemsProps, 'look' | 'hasIcons'> & { isMore: boolean }) {
  return (
    <nav className="desk-tabs" aria-label="Main, at the bottom">
      <Items look={TAB} items={inTabs(items)} pathname={pathname} waiting={waiting} hasIcons />
      <Link className={TAB} to="/desk/more" aria-current={isMore || isAt(pathname, 'more') ? 'page' : undefined}>
        <TabIcon path="more" />
        More
      </Link>
    </nav>
  );
}
