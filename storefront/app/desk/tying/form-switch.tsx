import { Link } from 'react-router';

type Switch = { isList: boolean; day: string | undefined; onSwitch: (form: 'tickets' | 'list') => void };

/** Tickets, or a list. */
export function FormSwitch({ isList, day, onSwitch }: Switch) {
  const address = (form: string) => `/desk?${new URLSearchParams({ ...(day && { day }), form })}`;
  return (
    <nav className="desk-switch bench:flex-nowrap max-phone:flex-nowrap" aria-label="Form">
      {(['tickets', 'list'] as const).map((form) => (
        <Link
          className="px-3 max-phone:px-2.5"
          key={form}
          to={address(form)}
          data-here=""
          aria-current={isList === (form === 'list') ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            onSwitch(form);
          }}
        >
          {form === 'list' ? 'List' : 'Tickets'}
        </Link>
      ))}
    </nav>
  );
}
