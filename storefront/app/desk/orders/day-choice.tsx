import { formatDay, relativeDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { DayInput } from '../day-input.tsx';
import { Wrong } from '../ui/field.tsx';

type Props = { days: DeskOrder['days']; chosen: string | null; now: string };

/** The next days as buttons, and any other by its date. What is typed counts before what is pressed. */
export function DayChoice({ days, chosen, now }: Props) {
  const isListed = days.some(({ day }) => day === chosen);
  return (
    <fieldset className="grid grid-cols-1 gap-2" aria-describedby="day-refused">
      <legend className="pb-2 font-semibold">Day</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(100px,1fr))] gap-1.5">
        {days.map(({ day, closed, is_full }) => (
          <label
            key={day}
            className="relative grid content-center min-h-16.5 py-1.75 px-2.5 border border-control rounded-soft text-small has-checked:border-leaf-700 has-checked:bg-leaf-700 has-checked:text-on-leaf has-disabled:border-dashed has-disabled:text-mute has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-leaf-700 has-focus-visible:outline-offset-3"
          >
            <input
              className="absolute inset-0 opacity-0 [cursor:inherit]"
              type="radio"
              name="day"
              value={day}
              defaultChecked={day === chosen}
              disabled={(closed !== null || is_full) && day !== chosen}
            />
            <span>{nameDay(day, now)}</span>
            <b className="text-[1rem]">{formatDay(day, 'short').split(' ').slice(1).join(' ')}</b>
            {(closed !== null || is_full) && <i className="not-italic">{closed === null ? 'Full' : 'Closed'}</i>}
          </label>
        ))}
      </div>
      <label className="flex flex-wrap items-center gap-2" htmlFor="other_day">
        <span>Another day</span>
        <DayInput
          id="other_day"
          className="desk-input w-auto"
          name="other_day"
          defaultValue={chosen !== null && !isListed ? chosen : ''}
        />
      </label>
      <Wrong name="delivery_date" id="day-refused" />
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
