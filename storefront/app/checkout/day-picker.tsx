import { useEffect, useId, useRef, useState } from 'react';
import { formatDay, listDeliveryDays, promiseFor, relativeDay } from '#contract/delivery.ts';
import { FURTHEST_DAYS_AHEAD } from '#contract/delivery-rules.ts';
import { FormMessage } from '../ui/form-message.tsx';

const TILES = 6;

const REFUSALS = {
  'not-a-day': 'Please choose a day.',
  'too-soon': 'We cannot deliver that soon.',
  'too-late': `We deliver up to ${FURTHEST_DAYS_AHEAD} days ahead.`,
  holiday: 'We do not deliver on bank holidays.',
  closed: 'We do not deliver on that day.',
  full: 'That day is full.',
} as const;

type Props = { now: Date; chosen: string | null; onChoose: (day: string) => void };

/** The next days as tiles, later ones by date. Nothing chosen means the next possible day. */
export function DayPicker({ now, chosen, onChoose }: Props) {
  const days = listDeliveryDays(now);
  const tiles = days.slice(0, TILES);
  const [next, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const current = chosen ?? next;
  const isLater = !tiles.some(({ day }) => day === current);
  const [looking, setLooking] = useState(false);
  const isOpen = looking || isLater;
  const later = useId();
  const isPast = chosen !== null && !promiseFor(now, chosen).ok;

  return (
    <>
      {isPast && (
        <div className="mb-3.5">
          <FormMessage>We can no longer deliver on {formatDay(chosen)}. Please choose another day.</FormMessage>
        </div>
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">Delivery day</legend>
        <div className="days">
          {tiles.map(({ day, deliverable, holiday }) => (
            <Tile
              key={day}
              day={day}
              now={now}
              holiday={holiday}
              disabled={!deliverable}
              checked={day === current}
              onChoose={() => {
                setLooking(false);
                onChoose(day);
              }}
            />
          ))}
          {isLater ? (
            <Tile day={current} now={now} holiday={undefined} disabled={false} checked onChoose={() => {}} />
          ) : (
            // The days are not known yet: nothing can be chosen.
            <button
              type="button"
              className="day"
              aria-expanded={isOpen}
              aria-controls={later}
              onClick={() => setLooking(!looking)}
            >
              <span>Later</span>
              <b>…</b>
              <span>Pick a date</span>
            </button>
          )}
        </div>
      </fieldset>
      <div id={later}>
        {isOpen && (
          <LaterDay
            now={now}
            from={next}
            to={last}
            chosen={isLater ? current : ''}
            takesFocus={looking}
            onChoose={onChoose}
          />
        )}
      </div>
      <p className="mt-3.5 text-small text-soft">
        {formatDay(next)} is the next possible day. You can choose any day up to {formatDay(last)}, bank holidays aside.
      </p>
    </>
  );
}

type TileProps = {
  day: string;
  now: Date;
  holiday: string | undefined;
  disabled: boolean;
  checked: boolean;
  onChoose: () => void;
};

function Tile({ day, now, holiday, disabled, checked, onChoose }: TileProps) {
  const [weekday = '', date = '', month = ''] = formatDay(day, 'short').split(' ');
  const near = relativeDay(day, now) === 'tomorrow' ? 'Tomorrow' : weekday;
  return (
    <label className="day">
      <input
        type="radio"
        name="day"
        value={day}
        aria-label={holiday ? `${formatDay(day)}, ${holiday}` : formatDay(day)}
        disabled={disabled}
        checked={checked}
        onChange={onChoose}
      />
      <span>{near}</span>
      <b className="num">{date}</b>
      <span>{holiday ?? month}</span>
    </label>
  );
}

type LaterProps = {
  now: Date;
  from: string;
  to: string;
  chosen: string;
  takesFocus: boolean;
  onChoose: (day: string) => void;
};

function LaterDay({ now, from, to, chosen, takesFocus, onChoose }: LaterProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const [typed, setTyped] = useState(chosen);
  const [error, setError] = useState('');

  const choose = (day: string) => {
    setTyped(day);
    setError('');
    if (day === '') return;
    const promise = promiseFor(now, day);
    if (promise.ok) onChoose(promise.day);
    else setError(REFUSALS[promise.reason]);
  };

  return (
    <div className="mt-4.5 grid max-w-80 gap-[7px]">
      <label htmlFor={id} className="font-semibold text-small">
        Another day
      </label>
      <input
        ref={input}
        id={id}
        type="date"
        className="input"
        min={from}
        max={to}
        value={typed}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => choose(target.value)}
      />
      <FormMessage>{error}</FormMessage>
    </div>
  );
}
