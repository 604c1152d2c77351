import { useEffect, useRef } from 'react';
import { Bounce, ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { avoidOverlap } from './avoid-overlap.ts';
import './toast-tray.css';

const isLink = (element: EventTarget | null) => element instanceof HTMLAnchorElement;

const findTray = (holder: HTMLElement | null) =>
  holder?.querySelector<HTMLElement>('.Toastify__toast-container') ?? null;

/** The specification's tray, option for option. */
export default function ToastTray() {
  const holder = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let end = () => {};
    const begin = () => {
      end();
      if (holder.current) end = avoidOverlap(holder.current, () => findTray(holder.current));
    };
    begin();
    const unfollow = toast.onChange(({ status }) => status === 'added' && begin());
    return () => {
      unfollow();
      end();
    };
  }, []);

  // Whoever has come to a link by the keyboard has all the time to follow it; an offer to undo keeps its own. The clock
  // of a toast is set going when it has come in, which may be later than the focus.
  const pause = () => {
    const { activeElement } = document;
    if (isLink(activeElement) && holder.current?.contains(activeElement)) toast.pause();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing itself, it only notices where the focus is
    <div ref={holder} onFocus={pause} onAnimationEnd={pause} onBlur={({ target }) => isLink(target) && toast.play()}>
      <ToastContainer
        position="bottom-right"
        autoClose={5000}
        hideProgressBar={false}
        closeOnClick
        pauseOnHover
        draggable
        theme="light"
        transition={Bounce}
        aria-label="Notices"
      />
    </div>
  );
}
