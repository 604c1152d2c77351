import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { Ticket } from '#contract/desk.ts';

/** When it leaves, the way back to the sheet, and the tickets before and after it. */
export function TicketHead({ ticket, sheet }: { ticket: Ticket; sheet: string }) {
  const { place, of, before, after, left_to_tie } = ticket;
  return (
    <header className="grid grid-cols-[1fr_auto_1fr] gap-3 items-center min-h-14 max-phone:grid-cols-[auto_minmax(0,1fr)_auto] max-phone:gap-1.5">
      <Link className="desk-button plain justify-self-start max-phone:px-0" to={sheet}>
        <b aria-hidden="true">‹</b> {formatDay(ticket.leaves_on, 'short')}
      </Link>
      <p className="max-phone:text-small max-phone:text-center">
        <b>{leavingWords(ticket)}</b>
        <span className="text-soft max-phone:hidden">
          {' '}
          · {left_to_tie} still to tie{ticket.run && ' for it'}
        </span>
      </p>
      <nav className="desk-acts flex-nowrap justify-self-end w-auto" aria-label="Tickets">
        {place !== null && (
          <span className="desk-mute whitespace-nowrap max-phone:hidden">
            {place} of {of}
          </span>
        )}
        {before !== null && (
          <Link
            className="desk-round line bg-lift max-phone:hidden"
            to={`/desk/ticket/${before}?next=1`}
            aria-label="Ticket before"
          >
            ‹
          </Link>
        )}
        {after !== null && (
          <Link className="desk-round line bg-lift" to={`/desk/ticket/${after}?next=1`} aria-label="Next ticket">
            ›
          </Link>
        )}
      </nav>
    </header>
  );
}

function leavingWords({ run, by_carrier, arrives_on, leaves_on }: Ticket): string {
  if (by_carrier) return `Carrier, for ${formatDay(arrives_on).split(' ')[0]}`;
  if (!run) return `No run yet, for ${formatDay(leaves_on).split(' ')[0]}`;
  return run.left_at ? `Run ${run.number} has left` : `Run ${run.number} leaves at ${run.leaves_at}`;
}
