import { Form, Link } from 'react-router';
import { type NavItem, toDesk, useNav } from './desk-nav.ts';
import type { DeskPage } from './desk-page.ts';

/** On phones: where the tabs at the bottom have no room for. */
export const morePage: DeskPage<null> = {
  path: 'more',
  title: 'More',
  load: async () => null,
  View({ me }) {
    const { more, office } = useNav(me);
    return (
      <section className="desk-page more-page">
        <h1>More</h1>
        <Group title="Bench" items={more} />
        <Group title="Office" items={office} />
        <h2>You</h2>
        <Link to="/desk/devices">Your devices</Link>
        <Form method="post" action="/desk/sign-out" reloadDocument>
          <button type="submit">Sign out on this device</button>
        </Form>
      </section>
    );
  },
};

function Group({ title, items }: { title: string; items: NavItem[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      {items.map(({ path, label }) => (
        <Link key={path} to={toDesk(path)}>
          {label}
        </Link>
      ))}
    </>
  );
}
