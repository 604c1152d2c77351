import { type AnimationEvent, useEffect, useRef } from 'react';
import { Bounce, ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { avoidOverlap } from '../avoid-overlap.ts';
import './toast-tray.css';

/** Its links and buttons, but for the one that closes it. */
const isAction = (element: EventTarget | null) =>
  element instanceof Element && element.matches('a, button:not(.Toastify__close-button)');

const findTray = (holder: HTMLElement | null) =>
  holder?.querySelector<HTMLElement>('.Toastify__toast-container') ?? null;

/** The toast container with the options that the specification demands. */
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

  // A toast does not time out while what can be pressed in it has the focus. The timer starts when the toast has slid in,
  // which may be after the focus: so pausing runs at the end of the animation too.
  const pause = () => {
    const { activeElement } = document;
    if (isAction(activeElement) && holder.current?.contains(activeElement)) toast.pause();
  };
  // The same under a pointer that the toast has met while it slid in: the library forgets it when the timer starts.
  const pauseUnderPointer = ({ target }: AnimationEvent) => {
    if (target instanceof HTMLElement && target.matches('.Toastify__toast:hover')) toast.pause({ id: target.id });
  };
  const onAnimationEnd = (event: AnimationEvent) => {
    pause();
    pauseUnderPointer(event);
  };
  // Chromium also says that the bar has ended when its first frame comes late, before it has run. The library would close
  // the toast then: half a second after it came, on a slow phone.
  const ignoreEndBeforeRunning = (event: AnimationEvent) => {
    const isBar = event.target instanceof HTMLElement && event.target.matches('.Toastify__progress-bar');
    if (isBar && event.elapsedTime === 0) event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing itself, it only notices where the focus is
    <div
      ref={holder}
      onFocus={pause}
      onAnimationEndCapture={ignoreEndBeforeRunning}
      onAnimationEnd={onAnimationEnd}
      onBlur={({ target }) => isAction(target) && toast.play()}
    >
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
