import { formatDay, relativeDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { DayInput } from '../day-input.tsx';
import type { Refused } from '../desk-page.ts';
import { FieldRefused } from '../paper/form-parts.tsx';

type Props = { days: DeskOrder['days']; chosen: string | null; now: string; refused: Refused['refused'] | undefined };

/** The next days as buttons, and any other by its date. What is typed counts before what is pressed. */
export function DayChoice({ days, chosen, now, refused }: Props) {
  const isListed = days.some(({ day }) => day === chosen);
  return (
    <fieldset className="order-days" aria-describedby="day-refused">
      <legend>Day</legend>
      <div className="order-day-tiles">
        {days.map(({ day, closed, is_full }) => (
          <label key={day} className="order-day-tile">
            <input
              type="radio"
              name="day"
              value={day}
              defaultChecked={day === chosen}
              disabled={(closed !== null || is_full) && day !== chosen}
            />
            <span>{nameDay(day, now)}</span>
            <b>{formatDay(day, 'short').split(' ').slice(1).join(' ')}</b>
            {(closed !== null || is_full) && <i>{closed === null ? 'Full' : 'Closed'}</i>}
          </label>
        ))}
      </div>
      <label className="order-other-day" htmlFor="other_day">
        <span>Another day</span>
        <DayInput
          id="other_day"
          className="paper-input"
          name="other_day"
          defaultValue={chosen !== null && !isListed ? chosen : ''}
        />
      </label>
      <FieldRefused refused={refused} name="delivery_date" id="day-refused" />
    </fieldset>
  );
}

function nameDay(day: string, now: string): string {
  const relative = relativeDay(day, new Date(now));
  if (relative === undefined) return formatDay(day, 'short').split(' ')[0] ?? '';
  return relative === 'today' ? 'Today' : 'Tomorrow';
}

export const readDay = (form: FormData): string | undefined =>
  String(form.get('other_day') ?? '') || String(form.get('day') ?? '') || undefined;
