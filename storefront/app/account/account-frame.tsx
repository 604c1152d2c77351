import { NeedsScripts } from '../session/needs-scripts.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { MENU } from './account-tab.ts';

/** As many as the menu has: its links, and Log out. */
const ITEMS = [...MENU, 'out'];
const CARDS = [1, 2];

/** The account page while it is fetched: one word, and the places of menu and cards. It is in the HTML for everybody. */
export function AccountFrame() {
  return (
    <>
      <h1 className="sr-only">Your account</h1>
      <NeedsScripts className="account wrap">
        <div aria-hidden="true" className="account-menu">
          <ul>
            {ITEMS.map((item) => (
              <li key={item} className="account-menu-item bone w-24 rounded-round border-transparent" />
            ))}
          </ul>
        </div>
        <div className="grid min-w-0 gap-5.5">
          {/* Where the heading will be, and as large; below it on a phone, the links. */}
          <div className="account-head pb-(--beside-menu)">
            <div className="font-serif text-h1 tracking-tight">
              <Loading />
            </div>
          </div>
          {CARDS.map((card) => (
            <div key={card} aria-hidden="true" className="bone h-112" />
          ))}
        </div>
      </NeedsScripts>
    </>
  );
}
