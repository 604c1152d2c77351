import { type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { formatDay, londonTime, relativeDay } from '#contract/delivery.ts';
import type { FlowerOnDay, MadeSwaps, MissingOnDay } from '#contract/desk-missing.ts';
import type { View } from '../desk-page.tsx';
import { LineBroken } from '../line-broken.tsx';
import { Refusals } from '../ui/said.tsx';
import { useFresh } from '../use-fresh.ts';
import { addressOf } from './day-strip.tsx';
import { DECIDE_FIELDS, DecideForm } from './decide-form.tsx';
import { FlowersToTie, ticketWords } from './flowers-to-tie.tsx';
import { missingDayPath, readIds } from './missing-day-data.ts';

export const MissingDayView: View<MissingOnDay> = ({ data: loaded, refused }) => {
  const { data, isBroken } = useFresh(missingDayPath(loaded.day, loaded.chosen?.flower), loaded);
  const [search] = useSearchParams();
  const { day, today, flowers, chosen, swapped } = data;
  const last = search.get('done');
  const untied = readIds(search.get('untied') ?? '');
  const made = untied.length > 0 ? undefined : swapped.find(({ flower }) => flower === last);
  const isDone = made !== undefined || (last !== null && untied.length > 0);
  const weekday = formatDay(day).split(' ')[0];
  const when = day === today ? 'today' : `for ${weekday}`;
  const of = flowers.find(({ flower }) => flower === chosen?.flower);
  return (
    <div className="desk-page">
      <LineBroken isBroken={isBroken} />
      <Link className="desk-button plain -ml-3.5" to={addressOf(day, today)}>
        <b aria-hidden="true">‹</b>{' '}
        {relativeDay(day, new Date(`${today}T12:00:00Z`)) === 'today' ? 'Today' : formatDay(day)}
      </Link>
      {made && <Swapped key={made.swaps.join()} made={made} day={day} />}
      {last !== null && untied.length > 0 && (
        <CannotBeTied key={untied.join()} flower={last} orders={untied} day={day} sheet={addressOf(day, today)} />
      )}
      <h1>{chosen ? `${chosen.flower} is missing` : isDone ? 'What else is missing?' : 'What is missing?'}</h1>
      <p className="text-soft">
        {chosen
          ? of
            ? `${stemWords(of)} still to tie ${when}. What is tied already stays as it is.`
            : `No ticket still to tie ${when} has it.`
          : flowers.length > 0
            ? `Press a flower. The count is what is still to tie ${when}.`
            : `Nothing is left to tie ${when}.`}
      </p>
      <Refusals refused={refused} fields={chosen && of ? DECIDE_FIELDS : []} />
      <div className="grid grid-cols-[264px_minmax(0,1fr)] gap-x-6.5 items-start mt-3.5 max-[1100px]:grid-cols-[220px_minmax(0,1fr)] max-[1100px]:gap-x-5 max-bench:grid-cols-1 max-bench:gap-4.5">
        {flowers.length > 0 && (
          <FlowersToTie
            day={day}
            when={when}
            flowers={flowers}
            chosen={chosen?.flower}
            as={chosen ? (of ? 'chosen' : 'alone') : swapped.length > 0 ? 'beside' : 'alone'}
          />
        )}
        {chosen && of && <DecideForm key={chosen.flower} day={day} chosen={chosen} refused={refused} />}
        {!chosen && swapped.length > 0 && (
          <section aria-labelledby="swapped">
            <h2 className="w-full pb-2 border-b border-leaf-900 text-[1.0625rem]/[1.3] font-semibold" id="swapped">
              Swapped {when}
            </h2>
            <ul>
              {swapped.map((made) => (
                <li
                  className="flex flex-wrap gap-x-4.5 gap-y-2.5 items-center justify-between min-h-16 py-2 px-0 border-b border-line"
                  key={made.swaps.join()}
                >
                  <p className="flex-[1_1_320px]">
                    <b>{made.flower}</b> by {made.instead}
                    <span className="text-soft">
                      {' '}
                      · {swappedWords(made)}
                      {made.asked > 0 && `, ${made.asked} asked first`} · {made.by ? `${made.by}, ` : ''}
                      {londonTime(new Date(made.made_at))}
                    </span>
                  </p>
                  <TakeBack made={made} day={day} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
};

const stemWords = ({ stems, tickets }: FlowerOnDay): string =>
  `${stems === 1 ? '1 stem' : `${stems} stems`} ${ticketWords(tickets)}`;
const swappedWords = ({ stems, tickets }: MadeSwaps): string =>
  `${tickets === 1 ? '1 ticket' : `${tickets} tickets`}, ${stems === 1 ? '1 stem' : `${stems} stems`}`;

/** What the last press did, and the way back. The form that was pressed is gone, so the page is at this one now. */
function Done({ name, words, more, children }: { name: string; words: string; more: ReactNode; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section
      ref={section}
      className="flex flex-wrap gap-x-4.5 gap-y-2.5 items-center justify-between mt-2 mb-4 mx-0 py-3.5 px-4.5 rounded-soft bg-sage"
      aria-label={name}
      role="status"
      tabIndex={-1}
    >
      <p className="flex-[1_1_320px]">
        <b>{words}</b> <span className="text-soft">{more}</span>
      </p>
      {children}
    </section>
  );
}

const Swapped = ({ made, day }: { made: MadeSwaps; day: string }) => (
  <Done
    name="Swapped just now"
    words={`${made.instead} instead of ${made.flower} in ${swappedWords(made)}.`}
    more={
      <>
        Recipes and stems to buy say so. The letters leave a minute after the press.
        {made.asked > 0 &&
          ` ${made.asked === 1 ? '1 buyer is' : `${made.asked} buyers are`} asked first: ${made.asked === 1 ? 'that ticket waits' : 'these tickets wait'}.`}
      </>
    }
  >
    <TakeBack made={made} day={day} />
  </Done>
);

type Untied = { flower: string; orders: number[]; day: string; sheet: string };

const CannotBeTied = ({ flower, orders, day, sheet }: Untied) => (
  <Done
    name="Cannot be tied"
    words={`${orders.length === 1 ? '1 ticket' : `${orders.length} tickets`} cannot be tied: ${flower} is missing.`}
    more={
      <>
        {orders.length === 1 ? 'It stands' : 'They stand'} under{' '}
        <Link className="text-link" to={sheet}>
          Trouble
        </Link>{' '}
        on the day sheet. No buyer was told.
      </>
    }
  >
    <Form method="post" preventScrollReset>
      <input type="hidden" name="day" value={day} />
      <button
        type="submit"
        className="desk-button line"
        name="can-be-tied"
        value={orders.join()}
        aria-label={`Take back: ${orders.length === 1 ? 'it' : 'they'} can be tied`}
      >
        Take back
      </button>
    </Form>
  </Done>
);

const TakeBack = ({ made, day }: { made: MadeSwaps; day: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="day" value={day} />
    <button
      type="submit"
      className="desk-button line"
      name="take-back"
      value={made.swaps.join()}
      aria-label={`Take back: ${made.instead} instead of ${made.flower}`}
    >
      Take back
    </button>
  </Form>
);
