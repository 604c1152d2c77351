import { type ReactNode, useEffect, useRef, useState } from 'react';
import { observeVisibility } from './loading/observe-visibility.ts';

type Props = {
  /** What is pressed, in the page. */
  children: ReactNode;
  /** What the bar says of it, and what is pressed there. */
  words: ReactNode;
  button: ReactNode;
};

/** On phones: a bar with a button at the bottom, while the one in the page is out of sight. */
export function BottomBar({ children, words, button }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    return observeVisibility(place.current, (isVisible) => setAway(!isVisible));
  }, []);

  return (
    <>
      <div ref={place} data-keep-clear>
        {children}
      </div>
      {away && (
        <div
          data-keep-clear
          className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-line border-t bg-lift px-side pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-menu tablet:hidden"
        >
          <span className="beside-thumb min-w-0 leading-tight">{words}</span>
          {button}
        </div>
      )}
    </>
  );
}
