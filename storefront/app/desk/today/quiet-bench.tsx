import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';

/** A day on which nothing leaves. */
export function QuietBench({ day, today }: { day: string; today: string }) {
  return (
    <div className="desk-calm">
      <h2>A quiet bench.</h2>
      <p className="desk-soft">
        {day < today
          ? `Nothing left the shop on ${formatDay(day)}.`
          : `Nothing is booked for ${formatDay(day).split(' ')[0]} so far. Orders appear here by themselves; there is no need to refresh.`}
      </p>
      {day !== today && (
        <Link className="desk-button" to="/desk">
          Back to today
        </Link>
      )}
    </div>
  );
}
