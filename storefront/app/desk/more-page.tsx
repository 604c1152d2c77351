import { Form, Link } from 'react-router';
import { type NavItem, navOf, toDesk } from './desk-nav.ts';
import { showPage, titled } from './desk-page.tsx';

export const meta = titled('More');

const GROUP = 'mt-6 mb-1 text-soft text-small/[1.3] font-semibold';
const ROW =
  'flex items-center justify-between w-full min-h-15 border-b border-line text-[1.125rem]/[1.3] font-medium no-underline';
const ARROW = 'after:size-2.25 after:mr-1.5 after:border-t-[1.6px] after:border-r-[1.6px] after:rotate-45';

/** On phones: where the tabs at the bottom have no room for. */
export default showPage(function MorePage({ me }) {
  const { more, office } = navOf(me);
  return (
    <section className="desk-page">
      <h1>More</h1>
      <Group title="Bench" items={more} />
      <Group title="Office" items={office} />
      <h2 className={GROUP}>You</h2>
      <Link className={`${ROW} ${ARROW}`} to="/desk/devices">
        Your devices
      </Link>
      <Form method="post" action="/desk/sign-out" reloadDocument>
        <button type="submit" className={ROW}>
          Sign out on this device
        </button>
      </Form>
    </section>
  );
});

function Group({ title, items }: { title: string; items: NavItem[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2 className={GROUP}>{title}</h2>
      {items.map(({ path, label }) => (
        <Link key={path} className={`${ROW} ${ARROW}`} to={toDesk(path)}>
          {label}
        </Link>
      ))}
    </>
  );
}
