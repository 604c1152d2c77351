import { useEffect, useId, useRef, useState } from 'react';
import {
  addDays,
  formatDay,
  furthestDay,
  listDays,
  nextDelivery,
  nextOpenDay,
  promiseFor,
  relativeDay,
} from '#contract/delivery.ts';
import { type DeliveryRules, hasOpenedHolidays } from '#contract/delivery-rules.ts';
import { formatPounds } from '#contract/money.ts';
import { reasonOf, restDays } from '../information/closed-days.ts';
import { FormMessage } from '../ui/form/form-message.tsx';

const TILES = 6;
/** What a tile has room for; longer reasons stand below the tiles, with the lines that the owner wrote for open days. */
const SHORT = 22;

type DeliveryDay = ReturnType<typeof listDays>[number];

function refuse(now: Date, day: string, rules: DeliveryRules): string | undefined {
  const promise = promiseFor(now, day, rules);
  if (promise.ok) return undefined;
  const words = {
    'not-a-day': () => 'Please choose a day.',
    'too-soon': () => 'We cannot deliver that soon.',
    'too-late': () => `We deliver up to ${rules.days_ahead} days ahead.`,
    holiday: () => (hasOpenedHolidays(rules) ? sayClosed(day, rules) : 'We do not deliver on bank holidays.'),
    closed: () => sayClosed(day, rules),
    full: () => `${formatDay(day)} is full.`,
  };
  return words[promise.reason]();
}

const sayClosed = (day: string, rules: DeliveryRules) =>
  `We do not deliver on ${formatDay(day)}${reasonOf(day, rules)}.`;

type Props = { now: Date; rules: DeliveryRules; chosen: string | null; onChoose: (day: string) => void };

/** The next days as tiles, later ones by date. Nothing chosen means the next possible day. */
export function DayPicker({ now, rules, chosen, onChoose }: Props) {
  const next = nextDelivery(now, rules).day;
  const last = furthestDay(now, rules);
  const days = listDays(now, rules, next, last);
  const tiles = days.slice(0, TILES);
  const current = chosen ?? next;
  const isLater = !tiles.some(({ day }) => day === current);
  const [looking, setLooking] = useState(false);
  const isOpen = looking || isLater;
  const later = useId();
  const isPast = chosen !== null && !promiseFor(now, chosen, rules).ok;
  const [shown] = isLater ? listDays(now, rules, current, current) : [];
  const lines = [...tiles, ...(shown?.open ? [shown] : [])].flatMap(({ day, open, words }) => {
    const line = open ? rules.days[day]?.line : words !== null && words.length > SHORT && words;
    return line ? [{ day, line }] : [];
  });
  const rest = restDays(
    rules,
    days.map(({ day }) => day),
  );
  const dearer = days.slice(TILES).filter(({ open, surcharge }) => open && surcharge > 0);

  if (tiles.length === 0)
    return <FormMessage>We have no free delivery day just now. Please look again later.</FormMessage>;
  return (
    <>
      {isPast && <Refused now={now} rules={rules} day={chosen} onChoose={onChoose} />}
      <fieldset className="min-w-0">
        <legend className="sr-only">Delivery day</legend>
        <div className="days">
          {tiles.map((tile) => (
            <Tile
              key={tile.day}
              {...tile}
              now={now}
              checked={tile.day === current}
              onChoose={() => {
                setLooking(false);
                onChoose(tile.day);
              }}
            />
          ))}
          {shown ? (
            <Tile {...shown} open words={null} now={now} checked onChoose={() => {}} />
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
            rules={rules}
            from={next}
            to={last}
            chosen={isLater ? current : ''}
            takesFocus={looking}
            onChoose={onChoose}
          />
        )}
      </div>
      <p className="mt-3.5 text-small text-soft">
        {formatDay(next)} is the next possible day. You can choose any day up to {formatDay(last)}
        {rest && `, ${rest} aside`}.
      </p>
      {lines.map(({ day, line }) => (
        <p key={day} className="mt-1.5 text-small text-soft">
          {formatDay(day)}: {line}
        </p>
      ))}
      {dearer.length > 0 && (
        <p className="mt-1.5 text-small text-soft">
          Later days that cost more:{' '}
          {dearer.map(({ day, surcharge }) => `${formatDay(day, 'short')} + ${formatPounds(surcharge)}`).join(', ')}.
        </p>
      )}
    </>
  );
}

/** The chosen day cannot be had any more: why, and the next one for a press. */
function Refused({ now, rules, day, onChoose }: Omit<Props, 'chosen'> & { day: string }) {
  const first = nextDelivery(now, rules).day;
  const next = first > day ? first : nextOpenDay(addDays(day, 1), rules);
  const isFull = rules.full.includes(day);
  return (
    <div className="mb-3.5 grid justify-items-start gap-2.5">
      <FormMessage>
        {isFull ? `${formatDay(day)} is full` : `We can no longer deliver on ${formatDay(day)}${reasonOf(day, rules)}`}.
        Please choose another day.
      </FormMessage>
      {promiseFor(now, next, rules).ok && (
        <button type="button" className="button outlined small" onClick={() => onChoose(next)}>
          Choose {formatDay(next)}
        </button>
      )}
    </div>
  );
}

type TileProps = DeliveryDay & { now: Date; checked: boolean; onChoose: () => void };

function Tile({ day, now, open, words, surcharge, checked, onChoose }: TileProps) {
  const [weekday = '', date = '', month = ''] = formatDay(day, 'short').split(' ');
  const near = relativeDay(day, now) === 'tomorrow' ? 'Tomorrow' : weekday;
  const more = open && surcharge > 0 ? `+ ${formatPounds(surcharge)}` : '';
  const brief = words !== null && words.length > SHORT ? 'Closed' : words;
  return (
    <label className="day">
      <input
        type="radio"
        name="day"
        value={day}
        aria-label={[formatDay(day), words ?? more].filter(Boolean).join(', ')}
        disabled={!open}
        checked={checked}
        onChange={onChoose}
      />
      <span>{near}</span>
      <b className="num">{date}</b>
      <span>{brief ?? month}</span>
      {more && <span className="num font-semibold">{more}</span>}
    </label>
  );
}

type LaterProps = {
  now: Date;
  rules: DeliveryRules;
  from: string;
  to: string;
  chosen: string;
  takesFocus: boolean;
  onChoose: (day: string) => void;
};

function LaterDay({ now, rules, from, to, chosen, takesFocus, onChoose }: LaterProps) {
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
    const refusal = refuse(now, day, rules);
    if (refusal === undefined) onChoose(day);
    else setError(refusal);
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
