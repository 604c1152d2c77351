import { useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';

const SLOGANS = [
  'The nicest thing to come through a front door.',
  'Say it with stems. They never need proofreading.',
  'Some days ask for words. Some ask for tulips.',
  'Remembered is the best thing to be.',
];
const EACH_MS = 3_000;

/** Slogans that alternate, hidden from screen readers. They can be stopped, and stand still under reduced motion. */
export function Slogans() {
  const [shown, setShown] = useState(0);
  const [moving, setMoving] = useState(true);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setMoving(false);
  }, []);

  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setShown((place) => (place + 1) % SLOGANS.length), EACH_MS);
    return () => clearInterval(timer);
  }, [moving]);

  return (
    <div className="slogans">
      <div aria-hidden="true" className="grid">
        {SLOGANS.map((slogan, place) => (
          <p key={slogan} className={place === shown ? '' : 'opacity-0'}>
            {slogan}
          </p>
        ))}
      </div>
      <div className="mt-1 flex items-center justify-between">
        <div aria-hidden="true" className="flex gap-[7px]">
          {SLOGANS.map((slogan, place) => (
            <i
              key={slogan}
              className={`h-[3px] w-[22px] rounded-round ${place === shown ? 'bg-marigold' : 'bg-line'}`}
            />
          ))}
        </div>
        <button
          type="button"
          className="round-button -mr-3 size-11 motion-reduce:invisible noscript:invisible"
          aria-label={moving ? 'Stop the slogans' : 'Let the slogans move'}
          onClick={() => setMoving(!moving)}
        >
          <Icon name={moving ? 'pause' : 'play'} className="size-4.5" />
        </button>
      </div>
    </div>
  );
}
