import { useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import type { MissingOnDay } from '#contract/desk-missing.ts';
import { countStems, shareStems } from '#contract/share-stems.ts';
import type { Fields } from '../desk-api.ts';
import { AnswersTo } from '../ui/answers.tsx';
import { PickField, TickField, Wrong } from '../ui/field.tsx';
import { useEarly } from '../use-early.ts';
import { writeLines } from './missing-day-data.ts';
import { chosenFirst, SOMETHING_ELSE, sayLike } from './offered-flowers.ts';
import { Stepper } from './stepper.tsx';

type Props = {
  day: string;
  chosen: NonNullable<MissingOnDay['chosen']>;
  refused: Fields | undefined;
};

const HEAD = 'w-full pb-2 border-b border-leaf-900 text-[1.0625rem]/[1.3] font-semibold';

/** The fields that say themselves why they were refused. */
export const DECIDE_FIELDS = ['instead', 'other'];

/** How many are left, what goes in instead, and the tickets: one decision. */
export function DecideForm({ day, chosen: { flower, lines, offered }, refused }: Props) {
  const all = countStems(lines);
  const [left, setLeft] = useState(0);
  const [instead, setInstead] = useState(chosenFirst(offered));
  const form = useRef<HTMLFormElement>(null);
  // What a press takes away; tickets that come in meanwhile are part of it.
  const [stay, setStay] = useState<ReadonlySet<number>>(new Set());
  const [isAwake, setAwake] = useState(false);
  useEarly(form, (chosen) => {
    setLeft(readCount(String(chosen.get('left') ?? '')));
    setInstead(chosen.get('instead')?.toString() ?? (chosen.get('other') ? SOMETHING_ELSE : undefined));
    const kept = new Set(chosen.getAll('orders').map(Number));
    setStay(new Set(tickets.map(({ order }) => order).filter((order) => !kept.has(order))));
    setAwake(true);
  });
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refused]);
  const shared = shareStems(lines, left);
  const missing = all - countStems(shared.map((line) => ({ ...line, stems: line.stems - line.missing })));
  const tickets = [...Map.groupBy(shared, ({ order }) => order)].map(([order, of]) => ({
    order,
    of,
    stems: countStems(of.map((line) => ({ ...line, stems: line.missing }))),
    mustAsk: of.some((line) => line.must_ask),
  }));
  const hit = tickets.filter(({ order, stems }) => stems > 0 && !stay.has(order));
  const asked = hit.filter(({ mustAsk }) => mustAsk).length;
  const readCount = (typed: string) => Math.min(all, Number(typed.replaceAll(/\D/g, '')));
  const step = (by: number) => setLeft(Math.min(all, Math.max(0, left + by)));
  const choose = (order: number, isChosen: boolean) => {
    const next = new Set(stay);
    if (isChosen) next.delete(order);
    else next.add(order);
    setStay(next);
  };
  return (
    <AnswersTo refused={refused}>
      <Form
        ref={form}
        method="post"
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-y-4.5 gap-x-6.5 items-start max-tablet:grid-cols-[minmax(0,1fr)]"
        preventScrollReset
      >
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="flower" value={flower} />
        <input type="hidden" name="lines" value={writeLines(lines)} />
        <section>
          <h2 className={HEAD}>
            <label htmlFor="missing-left">How many are left</label>
          </h2>
          <div className="flex flex-wrap gap-x-4 gap-y-3 items-center pt-3 pb-4 px-0">
            <Stepper
              id="missing-left"
              name="left"
              value={left}
              fewer="One fewer left"
              more="One more left"
              onStep={step}
              onType={(typed) => setLeft(readCount(typed))}
              isLarge
            />
            <p aria-live="polite">
              <b>{left === 0 ? 'None left' : `${left} left`}</b>
              <br />
              <span className="text-soft">{missingWords(left, missing, all)}</span>
            </p>
          </div>
          <fieldset className="grid gap-2 m-0 p-0 border-0" aria-describedby="instead-wrong">
            <legend className={HEAD}>Instead</legend>
            <Wrong name="instead" id="instead-wrong" />
            {offered.map((each, index) => (
              <PickField
                key={each.name}
                name="instead"
                value={each.name}
                checked={instead === each.name}
                aria-invalid={(index === 0 && refused?.instead !== undefined) || undefined}
                onChange={() => setInstead(each.name)}
                words={each.name}
                more={sayLike(each)}
              />
            ))}
            <PickField
              name="instead"
              value={SOMETHING_ELSE}
              checked={instead === SOMETHING_ELSE}
              onChange={() => setInstead(SOMETHING_ELSE)}
              words="Something else"
              more="Name it; it must be worth as much or more"
            >
              <input
                type="text"
                name="other"
                className="desk-input mt-1.5 max-w-95"
                aria-label="Something else"
                maxLength={100}
                aria-invalid={refused?.other !== undefined || undefined}
                aria-describedby="other-wrong"
                onFocus={() => setInstead(SOMETHING_ELSE)}
              />
              <Wrong name="other" id="other-wrong" />
            </PickField>
          </fieldset>
        </section>
        <section>
          <h2 className={HEAD}>Tickets</h2>
          <ul aria-label="Tickets">
            {tickets.map(({ order, of, stems, mustAsk }) => (
              <li
                key={order}
                className={`grid grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-1.5 items-center min-h-13 border-b border-line text-small/[1.25] wrap-break-word ${stems > 0 && !stay.has(order) ? '' : 'text-mute'}`}
              >
                {/* One that keeps its flowers is sent along: until the page listens nobody knows which these are. */}
                <input
                  className="my-2 mr-1 ml-0"
                  type="checkbox"
                  name="orders"
                  value={order}
                  aria-label={`Order ${order}`}
                  checked={!stay.has(order) && (stems > 0 || !isAwake)}
                  disabled={isAwake && stems === 0}
                  onChange={({ target }) => choose(order, target.checked)}
                />
                <Link
                  className="underline decoration-marigold decoration-2 underline-offset-4 grid place-items-center min-w-11 min-h-11 text-inherit font-bold"
                  to={`/desk/ticket/${order}`}
                  aria-label={`Ticket of order ${order}`}
                >
                  {order}
                </Link>
                <span>
                  {[of[0]?.district, of.map(({ bouquet }) => bouquet).join(', ')].filter(Boolean).join(' · ')},{' '}
                  {of[0]?.recipient}
                  {mustAsk && (
                    <small className="block text-marigold-ink text-micro font-semibold">Wants to be asked first</small>
                  )}
                </span>
                <b className="text-[1.1875rem] font-semibold">{stems > 0 ? stems : 'keeps'}</b>
              </li>
            ))}
          </ul>
          <TickField name="tell" value="1" isOn>
            Tell each buyer by letter what was swapped
          </TickField>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 mx-0 mt-3.5 mb-2 max-tablet:sticky max-tablet:z-1 max-tablet:bottom-15.75 max-tablet:mx-[calc(-1_*_var(--side))] max-tablet:py-2.5 max-tablet:px-[var(--side)] max-tablet:bg-paper">
            <button
              type="submit"
              className="desk-button line min-h-19"
              name="cannot-be-tied"
              value="1"
              disabled={isAwake && hit.length === 0}
            >
              Cannot be tied
            </button>
            <button
              type="submit"
              className="desk-button big min-h-19 text-[1.375rem]"
              disabled={isAwake && hit.length === 0}
            >
              {hit.length === 1 ? 'Swap in 1 ticket' : `Swap in ${hit.length} tickets`}
            </button>
          </div>
          <p className="text-soft">
            {asked > 0 &&
              `${asked === 1 ? '1 buyer wants' : `${asked} buyers want`} to be asked first: ${asked === 1 ? 'that ticket waits' : 'these tickets wait'} for the answer. `}
            A ticket whose tick you take away stays as it is.
          </p>
        </section>
      </Form>
    </AnswersTo>
  );
}

function missingWords(left: number, missing: number, all: number): string {
  if (left === 0) return `all ${all} are missing`;
  if (missing === 0) return 'nothing is missing';
  return `${missing} ${missing === 1 ? 'is' : 'are'} missing; the ${left} ${left === 1 ? 'goes' : 'go'} to what leaves first`;
}
