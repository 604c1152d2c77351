import type { RefObject } from 'react';
import type { Ticket } from '#contract/desk.ts';
import { recipeOf, type TicketLine } from './ticket-data.ts';

const STATES: Record<string, string> = { asked: 'asked', call: 'the buyer wants a call' };

type Props = {
  line: TicketLine;
  ticket: Ticket;
  ticks: ReadonlySet<string>;
  onTick: (flower: string) => void;
  list: RefObject<HTMLUListElement | null>;
};

/** The stems of one bouquet, to be ticked off. A swap shows both. */
export function RecipeList({ line, ticket, ticks, onTick, list }: Props) {
  return (
    <ul
      ref={list}
      className="desk-recipe max-bench:[&>li]:break-inside-avoid max-bench:[columns:2] max-bench:gap-x-6 max-phone:[columns:auto]"
    >
      {recipeOf(line, ticket).map(({ flower, count, swapped }) => {
        const missing = swapped.reduce((sum, each) => sum + each.count, 0);
        return (
          <li key={flower} className={ticks.has(flower) ? 'ticked' : ''}>
            <label className="border-b border-rule grid grid-cols-[32px_44px_minmax(0,1fr)] gap-3 items-center min-h-18.25 text-[1.3125rem] cursor-pointer">
              <input type="checkbox" value={flower} checked={ticks.has(flower)} onChange={() => onTick(flower)} />
              <b className="text-[2rem] text-right in-[.ticked]:text-mute">{count - missing}</b>
              <span className="in-[.ticked]:text-mute in-[.ticked]:line-through">
                {flower}
                {swapped.map(({ instead, insteadCount, state }) => (
                  <em className="block text-marigold-ink text-[1.125rem] not-italic font-semibold" key={instead}>
                    + {insteadCount} {instead}
                    {STATES[state] && ` (${STATES[state]})`}
                  </em>
                ))}
              </span>
            </label>
          </li>
        );
      })}
      {line.recipe.length === 0 && <li className="text-soft">This order is from before recipes were stored.</li>}
    </ul>
  );
}
