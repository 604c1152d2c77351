import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';

/** A day on which nothing leaves. What arrives on it may leave the day before, by a carrier. */
export function QuietBench({ day, today, booked }: { day: string; today: string; booked: number }) {
  return (
    <div className="grid gap-2.5 justify-items-start py-10 px-0">
      <h2 className="font-serif text-[1.75rem]/[1.2] font-normal">A quiet bench.</h2>
      <p className="text-soft max-w-[44ch]">
        {day < today
          ? `Nothing left the shop on ${formatDay(day)}.`
          : `${booked === 0 ? 'Nothing is booked for' : 'Nothing leaves on'} ${formatDay(day).split(' ')[0]} so far. Orders appear here by themselves; there is no need to refresh.`}
      </p>
      {day !== today && (
        <Link className="desk-button" to="/desk">
          Back to today
        </Link>
      )}
    </div>
  );
}
