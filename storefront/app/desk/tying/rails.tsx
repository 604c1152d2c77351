import type { ReactNode } from 'react';
import { londonTime } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { RowLink } from '../row-link.tsx';
import { StageShape } from '../stage-shape.tsx';
import { LeaveButton, type LeaveProps } from './leave-button.tsx';
import { RunTime } from './run-time.tsx';
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
type Props = { tickets: SheetTicket[]; runs: SheetRun[] };

const STAGES = [
  { id: 'to-tie', shape: 'to tie', words: 'To tie', stages: ['to tie'] },
  { id: 'tied', shape: 'tied', words: 'Tied', stages: ['tied'] },
  { id: 'out', shape: 'out', words: 'Out', stages: ['out', 'not delivered'] },
  { id: 'delivered', shape: 'delivered', words: 'Delivered', stages: ['delivered'] },
] as const;

const EDGES = {
  'to-tie': 'border-leaf-900',
  tied: 'border-marigold',
  out: 'border-[#8fa284]',
  delivered: 'border-leaf-700',
};

/** The first is as wide as there is room; what is empty is quiet. */
const lookOf = (id: keyof typeof EDGES, isEmpty: boolean): string =>
  [
    'flex gap-2.25 items-center min-w-26 min-h-11 pt-1 pr-3 pl-0.5 border-t-5 no-underline whitespace-nowrap',
    'max-phone:gap-1.5 max-phone:justify-center max-phone:min-w-0 max-phone:min-h-12',
    id === 'to-tie' ? 'flex-1 text-[1.125rem] max-phone:flex-none max-phone:px-2' : 'max-phone:flex-1 max-phone:px-0.5',
    isEmpty ? 'text-soft font-medium' : 'font-semibold',
    isEmpty && id !== 'to-tie' ? 'border-line' : EDGES[id],
  ].join(' ');

type LineProps = { tickets: SheetTicket[]; words: string; isList: boolean; find: ReactNode };

/** How many are in each stage, and the way there. A stage with nothing in it is a word and a 0, and takes no column. */
export const StageLine = ({ tickets, words: toTie, isList, find }: LineProps) => (
  <div className="flex gap-3 items-center mb-3 max-phone:block">
    <nav className="flex flex-1 gap-1" aria-label="Stages">
      {STAGES.map(({ id, shape, words, stages }) => {
        const count = tickets.filter(({ stage }) => (stages as readonly string[]).includes(stage)).length;
        const shown = (
          <>
            <StageShape of={shape} />
            <span className={id === 'to-tie' ? undefined : 'max-phone:sr-only'}>{id === 'to-tie' ? toTie : words}</span>
            <b className={count === 0 ? 'text-[1.0625rem]/[1]' : 'text-[1.5rem]/[1]'}>{count}</b>
          </>
        );
        if (count === 0 || isList)
          return (
            <p key={id} className={lookOf(id, count === 0)}>
              {shown}
            </p>
          );
        return (
          <a key={id} href={`#rail-${id}`} className={lookOf(id, false)} data-here="">
            {shown}
          </a>
        );
      })}
    </nav>
    {find}
  </div>
);

type ToTieProps = Props & Handlers & { onTime: ((run: SheetRun, time: string) => void) | undefined };

export function ToTieRail({ tickets, runs, onTime, ...handlers }: ToTieProps) {
  return (
    <section className="desk-rail flex-1 min-w-0" id="rail-to-tie" aria-label="To tie">
      {groupByRun(tickets, runs).map((group) => (
        <section key={group.key} aria-label={group.words}>
          <div className="desk-run">
            <p>
              <b>{group.words}</b>
              {groupFacts(group) && ` · ${groupFacts(group)}`}
            </p>
            {group.run && !group.run.left_at && <RunTime run={group.run} onTime={onTime} />}
            <p>{group.tickets.length} left</p>
          </div>
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
      {tickets.length === 0 && <p className="text-soft">Nothing is left to tie.</p>}
    </section>
  );
}

const RailHead = ({ of, words, count }: { of: 'tied' | 'out' | 'delivered'; words: string; count: number }) => (
  <div className="flex gap-2.5 items-center pb-1 border-b border-rule">
    <StageShape of={of} />
    <h2 className="text-[1rem]/[1.4] font-semibold">{words}</h2>
    <b className="ml-auto">{count}</b>
  </div>
);

type TiedProps = Props & {
  all: SheetTicket[];
  /** Tied on this device, and not sent yet. */
  kept: ReadonlySet<number>;
  onLeave: LeaveProps['onLeave'] | undefined;
};

export function TiedRail({ tickets, runs, all, kept, onLeave }: TiedProps) {
  const everything = groupByRun(all, runs);
  return (
    <section className="desk-rail" id="rail-tied" aria-label="Tied">
      <RailHead of="tied" words="Tied" count={tickets.length} />
      {groupByRun(tickets, runs).map((group) => {
        const ofGroup = everything.find(({ key }) => key === group.key)?.tickets ?? [];
        return (
          <section key={group.key} aria-label={`${group.words}, tied`}>
            <div className="desk-run">
              <p>
                <b>{group.words}</b> · {group.tickets.length} of {ofGroup.length}
              </p>
            </div>
            <ul className="desk-tickets one">
              {group.tickets.map((ticket) => (
                <TiedCard key={ticket.id} ticket={ticket} isKept={kept.has(ticket.id)} />
              ))}
            </ul>
            {group.run && onLeave && <LeaveButton run={group.run} tickets={ofGroup} onLeave={onLeave} />}
          </section>
        );
      })}
    </section>
  );
}

const OUTCOMES = { 'handed over': null, neighbour: 'With a neighbour', 'nobody in': 'Nobody in' } as const;

/** What is on the road and what has arrived, a line each. */
export function LinesRail({ of, words, tickets, runs }: Props & { of: 'out' | 'delivered'; words: string }) {
  const lines = tickets.map((ticket) => <TicketLine key={ticket.id} ticket={ticket} runs={runs} />);
  return (
    <section className="desk-rail" id={`rail-${of}`} aria-label={words}>
      <RailHead of={of} words={words} count={tickets.length} />
      <ul className="desk-lines">{lines.slice(0, SHOWN)}</ul>
      {lines.length > SHOWN && (
        <details>
          <summary className="min-h-11 text-leaf-700 font-semibold leading-11 cursor-pointer">
            All {lines.length}
          </summary>
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
      <b>{id}</b>
      <span>
        <RowLink to={`/desk/ticket/${id}`}>{[district, recipient].filter(Boolean).join(' ') || `Order ${id}`}</RowLink>
        {outcomeWords && <small className={outcome === 'nobody in' ? 'bad' : ''}>{outcomeWords}</small>}
      </span>
      <span className="desk-mute">{time ?? (number === undefined ? '' : `Run ${number}`)}</span>
    </li>
  );
}
