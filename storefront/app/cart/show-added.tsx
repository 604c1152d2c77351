import { useEffect, useLayoutEffect, useRef } from 'react';
import { showToast } from '../ui/toast/toast.tsx';

/** Shows that a bouquet went into the cart, with a link to the cart except on the cart itself. */
export function showAdded(name: string, pressed?: HTMLElement): void {
  const isThere = location.pathname === '/cart';
  const words = `${name} is in your cart.`;
  void showToast(
    <p>
      {words} {!isThere && <CartLink pressed={pressed} />}
    </p>,
    'success',
    { about: 'the cart' },
  );
}

/** Whether the link that is being replaced right now has the focus. */
let hadFocus = false;

/**
 * The toast stands at the end of the document, far from the button that was pressed. As long as the focus is on that
 * button, Tab leads to the link, and from there on as if it stood right behind the button.
 */
function CartLink({ pressed }: { pressed: HTMLElement | undefined }) {
  const link = useRef<HTMLAnchorElement>(null);

  // A toast that is shown again has a new link: it takes the focus over. If there is none, the button has it again.
  useLayoutEffect(() => {
    if (hadFocus) link.current?.focus();
    const shown = link.current;
    return () => {
      if (document.activeElement !== shown) return;
      hadFocus = true;
      pressed?.focus();
      queueMicrotask(() => {
        hadFocus = false;
      });
    };
  }, [pressed]);

  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !pressed?.isConnected) return;
      const isOnLink = document.activeElement === link.current;
      if (isOnLink) pressed.focus();
      else if (document.activeElement === pressed && !event.shiftKey) link.current?.focus();
      else return;
      // Forwards from the link, the browser continues behind the button by itself.
      if (!isOnLink || event.shiftKey) event.preventDefault();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, [pressed]);

  return (
    <a ref={link} href="/cart" className="inline-block">
      See your cart
    </a>
  );
}
