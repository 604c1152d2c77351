import { formatDay } from '#contract/delivery.ts';
import type { SheetTicket } from '#contract/desk.ts';
import { RowLink } from '../row-link.tsx';
import { StageShape } from '../stage-shape.tsx';
import { bouquetsOf, holdOf, troubleWords } from './ticket-words.ts';

type Props = { tickets: SheetTicket[]; day: string; onTied: (id: number) => void };

/** What is late, came back, was replaced, is not paid, is claimed or waits for somebody: it stands before everything else. */
export function TroubleList({ tickets, day, onTied }: Props) {
  if (tickets.length === 0) return null;
  return (
    <section className="mb-5 border-t-3 border-error" aria-label="Trouble">
      <h2 className="flex items-center gap-2.5 py-2 px-0 text-[1.125rem]/[1.2] font-semibold">
        <StageShape of="trouble" /> Trouble <b className="ml-auto text-[1.625rem]">{tickets.length}</b>
      </h2>
      <ul>
        {tickets.map((ticket) => (
          <li
            className="grid grid-cols-[minmax(150px,1fr)_minmax(0,3fr)_auto] gap-x-4 gap-y-1 items-center min-h-14 py-1.5 px-0 border-t border-line max-phone:grid-cols-[minmax(0,1fr)_auto]"
            key={ticket.id}
            data-order={ticket.id}
          >
            <p className="text-error font-semibold max-phone:col-span-full">
              {ticket.troubles.map((trouble) => troubleWords(trouble, ticket)).join('. ')}
            </p>
            <p>
              {ticket.stage === 'awaiting payment' ? (
                <span className="mr-3">{bouquetsOf(ticket)}</span>
              ) : (
                <RowLink className="desk-ticket-name mr-3" to={`/desk/ticket/${ticket.id}`}>
                  {bouquetsOf(ticket)}
                </RowLink>
              )}
              <span className="text-soft mr-3">
                {[`Order ${ticket.id}`, ticket.district, ticket.recipient].filter(Boolean).join(' · ')}
                {ticket.leaves_on !== day && ` · ${formatDay(ticket.leaves_on)}`}
              </span>
            </p>
            {ticket.stage === 'to tie' && ticket.leaves_on !== day && !holdOf(ticket) && (
              <button
                type="submit"
                className="desk-button line"
                name="tie"
                value={ticket.id}
                aria-label={`Tied, order ${ticket.id}, ${bouquetsOf(ticket)}`}
                onClick={(event) => {
                  event.preventDefault();
                  onTied(ticket.id);
                }}
              >
                Tied
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
