import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';

type Tab = {
  title: string;
  content: ReactNode;
  /** What links lead to, as `#reviews`. */
  anchor?: string;
};

/** Tabs by the ARIA pattern: one stop for the Tab key; arrows, Home and End between them. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [chosen, setChosen] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const id = useId();

  const { hash, key } = useLocation();
  const arrived = useRef(key);
  const asked = hash ? tabs.findIndex(({ anchor }) => hash === `#${anchor}`) : -1;
  useEffect(() => {
    const button = buttons.current[asked];
    if (!button) return;
    setChosen(asked);
    // A page load leaves the focus at the top; a link within the page moves it to the tab.
    if (key !== arrived.current) button.focus({ preventScroll: true });
    // The panel is shown with the next frame: until then the page may be too short to scroll that far.
    const frame = requestAnimationFrame(() => button.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [asked, key]);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    buttons.current[next]?.focus();
  };

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none] tablet:gap-8"
      >
        {tabs.map(({ title }, place) => (
          <button
            key={title}
            ref={(button) => {
              buttons.current[place] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-controls={`${id}-panel-${place}`}
            aria-selected={place === chosen}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
            onKeyDown={onKeyDown}
            className="min-h-13 whitespace-nowrap border-transparent border-b-3 font-serif text-[1.125rem] text-soft focus-visible:-outline-offset-2 aria-selected:border-marigold aria-selected:text-leaf-900 tablet:text-[1.25rem]"
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ title, content }, place) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${place}`}
          aria-labelledby={`${id}-tab-${place}`}
          hidden={place !== chosen}
        >
          {content}
        </div>
      ))}
    </>
  );
}
