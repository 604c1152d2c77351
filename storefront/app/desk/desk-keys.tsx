import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Me } from '#contract/staff.ts';
import { navOf, toDesk } from './desk-nav.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { areKeysOn, isFree, useKeys } from './use-keys.ts';

/** So long the second key may take. */
const PAUSE_MS = 1_500;
/** These show the keys themselves. */
const HAS_OWN_HELP = /^\/desk(\/today.*|\/ticket\/.*)?$/;

/** Keys that act on every page: `G` and a letter go somewhere, `?` shows all keys. */
export function DeskKeys({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const [isHelping, setHelping] = useState(false);
  useKeys({ '?': () => (HAS_OWN_HELP.test(pathname) ? false : setHelping(true)) });
  useGoing(me);
  return isHelping && <KeysDialog isOpen onClose={() => setHelping(false)} />;
}

/** The letter after `G` is heard before the page hears it: `T` alone says that something is tied. */
function useGoing(me: Me): void {
  const navigate = useNavigate();
  const { bench, office } = navOf(me);
  const latest = useRef({ items: [...bench, ...office], navigate });
  useEffect(() => {
    latest.current = { items: [...bench, ...office], navigate };
  });
  useEffect(() => {
    let until = 0;
    const press = (event: KeyboardEvent) => {
      if (!isFree(event) || !areKeysOn()) return;
      const letter = event.key.toLowerCase();
      // When it was pressed, not when a busy page came to hear of it.
      const isSecond = event.timeStamp < until;
      until = 0;
      if (letter === 'g' && !event.shiftKey) {
        until = event.timeStamp + PAUSE_MS;
        return;
      }
      const item = isSecond ? latest.current.items.find((known) => known.letter === letter) : undefined;
      if (!item) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void latest.current.navigate(toDesk(item.path));
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
