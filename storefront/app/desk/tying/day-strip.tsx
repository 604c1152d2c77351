import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { addDays, formatDay } from '#contract/delivery.ts';
import type { DayTile, Today } from '#contract/desk.ts';
import { showCurrent } from '../show-current.ts';
import { Fill } from '../ui/fill.tsx';

/** The days of a week as tiles. `arrived`: how many orders came for a day since the page was opened. */
export function DayStrip({ today: { day, today, tiles }, arrived }: { today: Today; arrived: Map<string, number> }) {
  const [first, last] = [tiles[0]?.day ?? day, tiles.at(-1)?.day ?? day];
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another day is shown
  useEffect(() => showCurrent(row.current), [day]);
  return (
    <nav className="flex items-center min-w-0 max-w-full max-phone:w-full" aria-label="Day">
      <ul className="flex gap-1.25 min-w-0 pt-2 pb-0.5 pr-1 pl-0 overflow-x-auto [scrollbar-width:none]" ref={row}>
        {tiles.map((tile) => (
          <li key={tile.day}>
            <Tile tile={tile} today={today} isShown={tile.day === day} arrived={arrived.get(tile.day) ?? 0} />
          </li>
        ))}
      </ul>
      <Link className="desk-round" to={addressOf(addDays(first, -1), today)} aria-label="Earlier days">
        ‹
      </Link>
      <Link className="desk-round" to={addressOf(addDays(last, 1), today)} aria-label="Later days">
        ›
      </Link>
    </nav>
  );
}

export const addressOf = (day: string, today: string): string => (day === today ? '/desk' : `/desk?day=${day}`);

type Props = { tile: DayTile; today: string; isShown: boolean; arrived: number };

function Tile({ tile, today, isShown, arrived }: Props) {
  const [weekday, ...date] = formatDay(tile.day, 'short').split(' ');
  const part = tile.holds ? Math.min(1, tile.booked / tile.holds) : undefined;
  return (
    <Link
      to={addressOf(tile.day, today)}
      className={`relative grid gap-px content-center min-w-21 min-h-14 pt-1 pb-2.25 px-2.5 border rounded-soft text-micro no-underline whitespace-nowrap ${isShown ? 'border-leaf-700 bg-leaf-700 text-on-leaf-soft' : 'border-line text-soft'} ${tile.closed ? 'border-dashed' : ''}`}
      {...(isShown && { 'aria-current': 'date' })}
    >
      <span>{tile.day === today ? 'Today' : weekday}</span>
      <b className={`text-[1rem] font-semibold ${isShown ? 'text-on-leaf' : 'text-leaf-900'}`}>{date.join(' ')}</b>
      <span>{wordsOf(tile, today)}</span>
      {part !== undefined && (
        <Fill
          part={part}
          look={isShown ? 'soon' : ''}
          className="absolute bottom-1.5 left-2.5 w-[calc(100%-20px)] h-0.75"
        />
      )}
      {arrived > 0 && !isShown && (
        <span className="absolute -top-2 -right-1 py-0 px-2 rounded-round bg-marigold text-leaf-900 text-[0.8125rem]/[24px] font-bold">
          +{arrived}
          <span className="sr-only"> new</span>
        </span>
      )}
    </Link>
  );
}

/** What is booked is counted by the day it arrives, as the dial and the calendar do. A parcel leaves the day before. */
export function wordsOf({ day, booked, orders, delivered, open, closed }: DayTile, today: string): string {
  if (closed && orders === 0) return closed;
  if (day < today) return `${delivered} delivered`;
  if (!open) return `${orders}, list closed`;
  return orders === booked ? `${booked} booked` : `${booked} booked, ${orders} leave`;
}
