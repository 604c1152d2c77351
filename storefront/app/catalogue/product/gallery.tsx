import { useEffect, useRef, useState } from 'react';
import type { Picture as PictureData } from '#contract/pictures.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Zoom } from './zoom.tsx';

const SIZES = '(min-width: 1481px) 660px, (min-width: 721px) 48vw, 92vw';

const label = (place: number) => (place === 0 ? 'Whole bouquet' : `Close-up${place > 1 ? ` ${place}` : ''}`);

/** Pictures side by side: chosen by thumbnail on wide screens, swiped on phones; pressing one shows it large. */
export function Gallery({ pictures, name }: { pictures: PictureData[]; name: string }) {
  const [chosen, setChosen] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  const [whole] = pictures;
  const shown = useRef(whole?.id);

  const choose = (place: number) => {
    setChosen(place);
    strip.current?.children[place]?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' });
  };

  useEffect(() => {
    if (shown.current === whole?.id) return;
    // Another size was chosen: its picture is shown, whichever was looked at before.
    shown.current = whole?.id;
    setChosen(0);
    strip.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [whole]);

  return (
    <div className="grid desk:grid-cols-[5.25rem_minmax(0,1fr)] desk:gap-4">
      <ul
        aria-label="Pictures"
        className="grid content-start gap-3.5 p-1 max-desk:order-1 max-desk:mt-2 max-desk:grid-cols-[repeat(auto-fill,4rem)] max-tablet:hidden"
      >
        {pictures.map((picture, place) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={label(place)}
              aria-pressed={place === chosen}
              onClick={() => choose(place)}
              className="block w-full rounded-square ring-leaf-700 ring-offset-2 ring-offset-paper aria-pressed:ring-2"
            >
              <Picture picture={picture} alt="" sizes="84px" className="aspect-4/5 rounded-square" />
            </button>
          </li>
        ))}
      </ul>
      <div data-keep-clear className="relative min-w-0 max-tablet:-mx-side">
        <ul
          ref={strip}
          className="flex snap-x snap-mandatory gap-2 overflow-x-auto [scrollbar-width:none] max-tablet:scroll-px-[var(--spacing-side)] max-tablet:px-side tablet:gap-0"
          onScroll={({ currentTarget }) =>
            setChosen(Math.round((currentTarget.scrollLeft / currentTarget.scrollWidth) * pictures.length))
          }
        >
          {pictures.map((picture, place) => (
            <li key={picture.id} className="w-[92%] shrink-0 snap-start tablet:w-full">
              <button
                type="button"
                tabIndex={place === chosen ? 0 : -1}
                aria-label={`${label(place)} of ${name}, larger`}
                className="block w-full cursor-zoom-in rounded-square focus-visible:-outline-offset-4"
                onClick={() => {
                  setChosen(place);
                  setZoomed(true);
                }}
              >
                <Picture
                  picture={picture}
                  sizes={SIZES}
                  eager={place === 0}
                  className="aspect-[1/1.1] rounded-square tablet:aspect-4/5"
                />
              </button>
            </li>
          ))}
        </ul>
        <span className="pointer-events-none absolute right-4 bottom-4 grid size-11 place-items-center rounded-round bg-lift/85 max-tablet:right-[calc(8%+var(--spacing-side))]">
          <Icon name="zoom" />
        </span>
      </div>
      <p className="mt-3 text-micro text-mute max-desk:order-2 desk:col-start-2">
        Shown as an illustration. Each bouquet is tied by hand, so yours will be its own.
      </p>
      <Zoom pictures={pictures} chosen={chosen} open={zoomed} onChoose={choose} onClose={() => setZoomed(false)} />
    </div>
  );
}
