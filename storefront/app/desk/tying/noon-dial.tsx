import { formatDay, formatTimeLeft, londonDay, londonTime } from '#contract/delivery.ts';
import type { Today } from '#contract/desk.ts';
import { useShopTime } from '../use-shop-time.ts';

const TICK_MS = 20_000;
const HALF_DAY_MS = 12 * 3_600_000;

/** Counts to the moment from which no order for a day comes any more. It is silent, and nothing blinks. */
export function NoonDial({ dial, now }: Pick<Today, 'dial' | 'now'>) {
  const at = useShopTime(now, TICK_MS);
  const closesAt = new Date(dial.closes_at);
  const left = closesAt.getTime() - at.getTime();
  const weekday = formatDay(dial.day).split(' ')[0];
  const isSoon = left < 24 * 3_600_000;
  const time = londonTime(closesAt);
  const when = time === '12:00' ? 'noon' : time;
  const more = dial.left === null ? '' : `, ${dial.left} may still come`;
  return (
    <div className="flex items-center gap-3.5 leading-[1.3]">
      <Face part={Math.min(1, Math.max(0, left / HALF_DAY_MS))} />
      <p>
        <b className="block font-serif text-[1.5rem]/[1.1] font-normal">
          {left <= 0
            ? 'Closed'
            : isSoon
              ? formatTimeLeft(left)
              : `${formatDay(londonDay(closesAt)).split(' ')[0]} ${when}`}
        </b>
        <span className="text-soft">
          {isSoon ? `until ${weekday} closes` : `is when ${weekday} closes`}: {dial.booked} in{more}
        </span>
      </p>
    </div>
  );
}

/** The last twelve hours as an arc that runs out towards the top. */
function Face({ part }: { part: number }) {
  const angle = -2 * Math.PI * part - Math.PI / 2;
  const round = (number: number) => Math.round(number * 10) / 10;
  const [x, y] = [round(30 + 25 * Math.cos(angle)), round(30 + 25 * Math.sin(angle))];
  const hand = `M30 30 L${round(30 + 17 * Math.cos(angle))} ${round(30 + 17 * Math.sin(angle))}`;
  return (
    <svg className="size-12 flex-none" viewBox="0 0 60 60" aria-hidden="true">
      <circle cx="30" cy="30" r="25" fill="#fdfbf6" stroke="#dcd3c2" strokeWidth="6" />
      {part >= 1 && <circle cx="30" cy="30" r="25" fill="none" stroke="#f2a51f" strokeWidth="6" />}
      {part > 0 && part < 1 && (
        <path d={`M${x} ${y}A25 25 0 ${part > 0.5 ? 1 : 0} 1 30 5`} fill="none" stroke="#f2a51f" strokeWidth="6" />
      )}
      <path d={hand} stroke="#17301f" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M30 30V20" stroke="#17301f" strokeWidth="2.5" strokeLinecap="round" />
      <circle cx="30" cy="30" r="2.5" fill="#17301f" />
    </svg>
  );
}
