import { Form, Link, useLocation } from 'react-router';
import { describeRoles } from '#contract/role-words.ts';
import type { Me } from '#contract/staff.ts';
import { Marigold } from '../shell/brand.tsx';
import { isAt, type NavItem, toDesk, useNav } from './desk-nav.ts';

/** The dark bar on every page of the desk, so that nobody takes it for the shop; on phones tabs at the bottom instead. */
export function DeskBar({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const { bench, office } = useNav(me);
  const isOffice = office.some(({ path }) => isAt(pathname, path));
  return (
    <>
      <header className="desk-bar on-leaf">
        <Link className="desk-mark" to="/desk" aria-label="Marigold Lane desk">
          <Marigold className="desk-flower" />
          <span>
            Marigold Lane <i>desk</i>
          </span>
        </Link>
        <nav aria-label="Main">
          <Items look="bar-link" items={bench} pathname={pathname} />
          {office[0] && (
            <Link className="bar-link" to={toDesk(office[0].path)} aria-current={isOffice ? 'page' : undefined}>
              Office
            </Link>
          )}
        </nav>
        <Who key={pathname} me={me} />
      </header>
      {isOffice && (
        <nav className="desk-office" aria-label="Office">
          <Items look="office-link" items={office} pathname={pathname} />
        </nav>
      )}
      <Tabs items={bench} pathname={pathname} />
    </>
  );
}

const Items = ({ items, pathname, look }: { items: NavItem[]; pathname: string; look: string }) =>
  items.map(({ path, label }) => (
    <Link key={path} className={look} to={toDesk(path)} aria-current={isAt(pathname, path) ? 'page' : undefined}>
      {label}
    </Link>
  ));

/** Opens without scripts; another page closes it. */
function Who({ me }: { me: Me }) {
  return (
    <details className="desk-who">
      <summary aria-label={`You, ${me.name}`}>
        <b aria-hidden="true">{me.name.trim().charAt(0).toUpperCase()}</b>
      </summary>
      <div className="who-menu">
        <p>
          <b>{me.name}</b>
          <span className="desk-soft staff-small">{describeRoles(me.roles)}</span>
        </p>
        <Link className="who-link" to="/desk/devices">
          Your devices
        </Link>
        <Form method="post" action="/desk/sign-out" reloadDocument>
          <button type="submit" className="who-link">
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}

/** A tab has room for five; the rest is behind More. */
function Tabs({ items, pathname }: { items: NavItem[]; pathname: string }) {
  const shown = items.filter(({ path }) => path !== 'stems').slice(0, 4);
  return (
    <nav className="desk-tabs" aria-label="Main, at the bottom">
      <Items look="tab-link" items={shown} pathname={pathname} />
      <Link className="tab-link" to="/desk/more" aria-current={isAt(pathname, 'more') ? 'page' : undefined}>
        More
      </Link>
    </nav>
  );
}
