import { Link } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { StageShape } from '../stage-shape.tsx';
import { TicketCard, TiedCard } from './ticket-card.tsx';
import { groupByRun, groupFacts } from './ticket-words.ts';

/** How many of a list are shown before it is asked for. */
const SHOWN = 8;

export type Handlers = {
  onTied: (id: number) => void;
  onChoose: ((id: number, isChosen: boolean, extend: boolean) => void) | undefined;
  chosen: ReadonlySet<number>;
  sending: ReadonlySet<number>;
  fresh: ReadonlySet<number>;
};
type Given = { tickets: SheetTicket[]; runs: SheetRun[] };

const RailHead = ({
  of,
  words,
  count,
}: {
  of: 'to tie' | 'tied' | 'out' | 'delivered';
  words: string;
  count: number;
}) => (
  <div className="desk-rail-head">
    <StageShape of={of} />
    <h2>{words}</h2>
    <b>{count}</b>
  </div>
);

export function ToTieRail({ tickets, runs, words, ...handlers }: Given & Handlers & { words: string }) {
  return (
    <section className="desk-rail to-tie" aria-label="To tie">
      <RailHead of="to tie" words={words} count={tickets.length} />
      {groupByRun(tickets, runs).map((group) => (
        <section key={group.key} aria-label={group.words}>
          <p className="desk-run">
            <span>
              <b>{group.words}</b>
              {groupFacts(group) && ` · ${groupFacts(group)}`}
            </span>
            <span>{group.tickets.length} left</span>
          </p>
          <ul className="desk-tickets">
            {group.tickets.map((ticket) => (
              <TicketCard
                key={ticket.id}
                ticket={ticket}
                isNew={handlers.fresh.has(ticket.id)}
                isChosen={handlers.chosen.has(ticket.id)}
                isSending={handlers.sending.has(ticket.id)}
                onChoose={handlers.onChoose}
                onTied={handlers.onTied}
              />
            ))}
          </ul>
        </section>
      ))}
      {tickets.length === 0 && <p className="desk-soft">Nothing is left to tie.</p>}
    </section>
  );
}

export function TiedRail({ tickets, runs, all }: Given & { all: SheetTicket[] }) {
  return (
    <section className="desk-rail tied" aria-label="Tied">
      <RailHead of="tied" words="Tied" count={tickets.length} />
      {groupByRun(tickets, runs).map((group) => {
        const ids = new Set(
          groupByRun(all, runs)
            .find(({ key }) => key === group.key)
            ?.tickets.map(({ id }) => id),
        );
        return (
          <section key={group.key} aria-label={group.words}>
            <p className="desk-run">
              <span>
                <b>{group.words}</b> · {group.tickets.length} of {ids.size}
              </span>
            </p>
            <ul className="desk-tickets one">
              {group.tickets.map((ticket) => (
                <TiedCard key={ticket.id} ticket={ticket} />
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

const OUTCOMES = { 'handed over': null, neighbour: 'With a neighbour', 'nobody in': 'Nobody in' } as const;

/** What is on the road and what has arrived, a line each. */
export function LinesRail({ of, words, tickets, runs }: Given & { of: 'out' | 'delivered'; words: string }) {
  const lines = tickets.map((ticket) => <TicketLine key={ticket.id} ticket={ticket} runs={runs} />);
  return (
    <section className={`desk-rail ${of}`} aria-label={words}>
      <RailHead of={of} words={words} count={tickets.length} />
      <ul className="desk-lines">{lines.slice(0, SHOWN)}</ul>
      {lines.length > SHOWN && (
        <details className="desk-more">
          <summary>All {lines.length}</summary>
          <ul className="desk-lines">{lines.slice(SHOWN)}</ul>
        </details>
      )}
    </section>
  );
}

function TicketLine({ ticket, runs }: { ticket: SheetTicket; runs: SheetRun[] }) {
  const { id, stage, district, recipient, outcome, moved_at, run } = ticket;
  const outcomeWords = outcome && OUTCOMES[outcome];
  const number = runs.find((each) => each.id === run)?.number;
  const shape = stage === 'delivered' && outcome === 'neighbour' ? 'neighbour' : stage;
  const time = moved_at && stage !== 'out' ? londonTime(new Date(moved_at)) : undefined;
  return (
    <li>
      <StageShape of={shape} />
      <b>{district}</b>
      <span>
        <Link to={`/desk/ticket/${id}`}>{recipient || `Order ${id}`}</Link>
        {outcomeWords && <small className={outcome === 'nobody in' ? 'bad' : ''}>{outcomeWords}</small>}
      </span>
      <span className="desk-mute">{time ?? (number === undefined ? '' : `Run ${number}`)}</span>
    </li>
  );
}
