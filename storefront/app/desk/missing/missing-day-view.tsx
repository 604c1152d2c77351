import { Form, Link, useSearchParams } from 'react-router';
import { formatDay, londonTime, relativeDay } from '#contract/delivery.ts';
import type { FlowerOnDay, MadeSwaps, MissingOnDay } from '#contract/desk-missing.ts';
import type { DeskPage } from '../desk-page.ts';
import { LineBroken } from '../line-broken.tsx';
import { showCurrent } from '../show-current.ts';
import { addressOf } from '../today/day-strip.tsx';
import { useFresh } from '../use-fresh.ts';
import { DecideForm } from './decide-form.tsx';
import { missingDayAddress, missingDayPath } from './missing-day-data.ts';

export const MissingDayView: DeskPage<MissingOnDay>['View'] = ({ data: loaded, refused, typed }) => {
  const { data, isBroken } = useFresh(missingDayPath(loaded.day, loaded.chosen?.flower), loaded);
  const [search] = useSearchParams();
  const { day, today, flowers, chosen, swapped } = data;
  const done = swapped.find(({ flower }) => flower === search.get('done'));
  const weekday = formatDay(day).split(' ')[0];
  const when = day === today ? 'today' : `for ${weekday}`;
  const of = flowers.find(({ flower }) => flower === chosen?.flower);
  return (
    <div className="desk-page desk-missing-day">
      <LineBroken isBroken={isBroken} />
      <Link className="desk-button plain" to={addressOf(day, today)}>
        <b aria-hidden="true">‹</b>{' '}
        {relativeDay(day, new Date(`${today}T12:00:00Z`)) === 'today' ? 'Today' : formatDay(day)}
      </Link>
      {done && <Done made={done} day={day} />}
      <h1>{chosen ? `${chosen.flower} is missing` : done ? 'What else is missing?' : 'What is missing?'}</h1>
      <p className="desk-soft">
        {chosen
          ? of
            ? `${stemWords(of)} still to tie ${when}. What is tied already stays as it is.`
            : `No ticket still to tie ${when} has it.`
          : flowers.length > 0
            ? `Press a flower. The count is what is still to tie ${when}.`
            : `Nothing is left to tie ${when}.`}
      </p>
      {refused && (
        <p className="desk-refused" role="alert">
          {Object.values(refused).flat().join(' ')}
        </p>
      )}
      <div className={chosen && of ? 'desk-missing-columns chosen' : 'desk-missing-columns'}>
        {flowers.length > 0 && (
          <nav aria-label="Flowers still to tie">
            <h2>Still to tie {when}</h2>
            <ul className="desk-flowers" ref={showCurrent}>
              {flowers.map((each) => (
                <li key={each.flower}>
                  <Link
                    to={missingDayAddress(day, each.flower)}
                    aria-current={each.flower === chosen?.flower ? 'true' : undefined}
                  >
                    <b>{each.flower}</b>
                    <span>{ticketWords(each.tickets)}</span>
                    <strong>{each.stems}</strong>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {chosen && of && <DecideForm key={chosen.flower} day={day} chosen={chosen} typed={typed} />}
        {!chosen && swapped.length > 0 && (
          <section aria-labelledby="swapped">
            <h2 id="swapped">Swapped {when}</h2>
            <ul className="desk-swapped">
              {swapped.map((made) => (
                <li key={made.swaps.join()}>
                  <p>
                    <b>{made.flower}</b> by {made.instead}
                    <span className="desk-soft">
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

const ticketWords = (tickets: number): string => (tickets === 1 ? 'in 1 ticket' : `in ${tickets} tickets`);
const stemWords = ({ stems, tickets }: FlowerOnDay): string =>
  `${stems === 1 ? '1 stem' : `${stems} stems`} ${ticketWords(tickets)}`;
const swappedWords = ({ stems, tickets }: MadeSwaps): string =>
  `${tickets === 1 ? '1 ticket' : `${tickets} tickets`}, ${stems === 1 ? '1 stem' : `${stems} stems`}`;

/** What the last press did, and the way back. */
const Done = ({ made, day }: { made: MadeSwaps; day: string }) => (
  <section className="desk-missing-done" aria-label="Swapped just now" role="status">
    <p>
      <b>
        {made.instead} instead of {made.flower} in {swappedWords(made)}.
      </b>{' '}
      <span className="desk-soft">
        Recipes and stems to buy say so. The letters leave a minute after the press.
        {made.asked > 0 &&
          ` ${made.asked === 1 ? '1 buyer is' : `${made.asked} buyers are`} asked first: ${made.asked === 1 ? 'that ticket waits' : 'these tickets wait'}.`}
      </span>
    </p>
    <TakeBack made={made} day={day} />
  </section>
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
