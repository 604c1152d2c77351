import { Icon } from '../ui/icon.tsx';
import { logOut } from './log-out.ts';

const ITEM =
  'flex min-h-11 items-center gap-2 whitespace-nowrap rounded-round px-4 font-medium text-small desk:min-h-12.5 desk:w-full desk:gap-3 desk:px-4.5 desk:text-body';

/** A column on wide screens, a strip on small ones. */
export function AccountMenu() {
  return (
    <nav
      aria-label="Account"
      className="flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:none] max-desk:-mx-1 desk:sticky desk:top-6 desk:flex-col desk:gap-1"
    >
      <span aria-current="page" className={`${ITEM} bg-leaf-700 text-on-leaf`}>
        <Icon name="person" className="size-5 max-desk:hidden" />
        Your details
      </span>
      <button
        type="button"
        className={`${ITEM} hover:bg-deep focus-visible:rounded-round max-desk:border max-desk:border-control`}
        onClick={logOut}
      >
        <Icon name="out" className="size-5 max-desk:hidden" />
        Log out
      </button>
    </nav>
  );
}
