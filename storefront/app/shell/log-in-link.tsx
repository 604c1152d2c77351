import { NavLink, useLocation } from 'react-router';
import { isReturnTarget } from '../session/redirect-rules.ts';
import { withNext } from '../session/safe-path.ts';
import { useSession } from '../session/session-store.ts';
import { useNext } from '../session/use-next.ts';
import { Icon } from '../ui/icon.tsx';

/** The address of the login page that returns to the current page, or to the one that asked for the login. */
function useLogInAddress(): string {
  const { pathname, search } = useLocation();
  const next = useNext();
  return withNext('/login', isReturnTarget(pathname) ? pathname + search : next);
}

/** For guests, at the right of the bar above the header: it appears after hydration, and nothing moves when it does. */
export function LogInLink() {
  const to = useLogInAddress();
  if (useSession() !== 'guest') return null;
  return (
    <div className="on-leaf wrap pointer-events-none absolute inset-x-0 bottom-full flex justify-end max-tablet:hidden">
      <NavLink
        to={to}
        className="pointer-events-auto -mr-2 inline-flex min-h-10 items-center px-2 font-semibold text-on-leaf text-small underline-offset-4 hover:underline aria-[current]:underline"
      >
        Log in
      </NavLink>
    </div>
  );
}

/** The same in the menu of phones. */
export function LogInRow({ onClick }: { onClick: () => void }) {
  const to = useLogInAddress();
  if (useSession() !== 'guest') return null;
  return (
    <NavLink to={to} onClick={onClick} className="sheet-link">
      Log in
      <Icon name="chevron" className="size-5" />
    </NavLink>
  );
}
