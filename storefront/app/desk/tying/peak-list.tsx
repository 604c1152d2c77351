import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { observeVisibility } from '../../ui/loading/observe-visibility.ts';
import { RowLink } from '../row-link.tsx';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { extrasOf, Flags } from './flags.tsx';
import { LeaveButton, type LeaveProps } from './leave-button.tsx';
import type { Handlers } from './rails.tsx';
import { RunTime } from './run-time.tsx';
import { bouquetsOf, groupByRun, groupFacts } from './ticket-words.ts';
import { type Candidate, isOfBatch, listBatches, TieByBouquet } from './tie-by-bouquet.tsx';

/** Rows are added as one scrolls: the first screen is there at once, however many orders a day has. */
const ROWS = 150;

type Props = {
  tickets: SheetTicket[];
  runs: SheetRun[];
  onOneMore: (next: Candidate[]) => void;
  onChoose: (id: number, isChosen: boolean, extend: boolean) => void;
  chosen: Handlers['chosen'];
  fresh: Handlers['fresh'];
  find: ReactNode;
  onLeave: LeaveProps['onLeave'] | undefined;
  onTime: Parameters<typeof RunTime>[0]['onTime'];
};
type Filter = { name: string; keep: (ticket: SheetTicket) => boolean };

const isFlagged = (ticket: SheetTicket) => ticket.flags.length > 0 || extrasOf(ticket).length > 0;

/** A busy day: a dense list, beside what is tied by the batch. */
export function PeakList({ tickets, runs, onOneMore, onChoose, chosen, fresh, find, onLeave, onTime }: Props) {
  const [batch, setBatch] = useState<string>();
  const [filterName, setFilter] = useState('All');
  const filters: Filter[] = [
    { name: 'All', keep: () => true },
    { name: 'To tie', keep: ({ stage }) => stage === 'to tie' },
    ...runs.map((run) => ({ name: `Run ${run.number}`, keep: (ticket: SheetTicket) => ticket.run === run.id })),
    { name: 'Flagged', keep: isFlagged },
  ];
  const filter = filters.find(({ name }) => name === filterName) ?? filters[0];
  const kept = tickets.filter((ticket) => filter?.keep(ticket) && (!batch || isOfBatch(ticket, batch)));
  const [shown, end] = useMoreRows(kept.length);
  const everything = groupByRun(tickets, runs);
  let left = shown;
  return (
    <div className="grid grid-cols-[clamp(280px,24vw,340px)_minmax(0,1fr)] gap-7 items-start max-bench:grid-cols-[minmax(0,1fr)]">
      <TieByBouquet batches={listBatches(tickets)} chosen={batch} onChoose={setBatch} onOneMore={onOneMore} />
      <section aria-label="Orders">
        <fieldset className="desk-chips">
          <legend className="sr-only">Show</legend>
          {filters.map(({ name, keep }) => (
            <button
              key={name}
              type="button"
              className="desk-chip"
              aria-pressed={name === filter?.name}
              onClick={() => setFilter(name)}
            >
              {name} <b>{tickets.filter(keep).length}</b>
            </button>
          ))}
          {find}
        </fieldset>
        <table className="desk-table">
          <thead>
            <tr>
              <th>
                <span className="sr-only">Choose</span>
              </th>
              <th>Order</th>
              <th>Stage</th>
              <th>Bouquet</th>
              <th>Goes to</th>
              <th className="wide">Card</th>
            </tr>
          </thead>
          {groupByRun(kept, runs).map((group) => {
            const rows = group.tickets.slice(0, Math.max(0, left));
            left -= group.tickets.length;
            if (rows.length === 0) return null;
            return (
              <tbody key={group.key}>
                <tr className="group">
                  <th colSpan={6} scope="rowgroup">
                    <div className="desk-group">
                      {[group.words, groupFacts(group), `${group.tickets.length} orders`].filter(Boolean).join(' · ')}
                      {group.run && !group.run.left_at && <RunTime run={group.run} onTime={onTime} />}
                      {group.run && onLeave && (
                        <LeaveButton
                          run={group.run}
                          tickets={everything.find(({ key }) => key === group.key)?.tickets ?? []}
                          onLeave={onLeave}
                        />
                      )}
                    </div>
                  </th>
                </tr>
                {rows.map((ticket) => (
                  <Row
                    key={ticket.id}
                    ticket={ticket}
                    isChosen={chosen.has(ticket.id)}
                    isNew={fresh.has(ticket.id)}
                    onChoose={onChoose}
                  />
                ))}
              </tbody>
            );
          })}
        </table>
        <p ref={end} className="desk-mute">
          {kept.length > shown ? `${kept.length - shown} more below` : kept.length === 0 && 'No order here.'}
        </p>
      </section>
    </div>
  );
}

function Row({
  ticket,
  isChosen,
  isNew,
  onChoose,
}: { ticket: SheetTicket; isChosen: boolean; isNew: boolean } & Pick<Props, 'onChoose'>) {
  const { id, stage, lines, district, recipient, note, flags } = ticket;
  const [first] = lines;
  return (
    <tr data-order={id} className={`${isChosen ? 'chosen' : ''}${isNew ? ' new' : ''}`}>
      <td>
        <label className="desk-choose">
          <input
            type="checkbox"
            name="tie"
            value={id}
            checked={isChosen}
            onChange={({ target, nativeEvent }) =>
              onChoose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          <span className="sr-only">{`Choose order ${id}`}</span>
        </label>
      </td>
      <td>
        <b>{id}</b>
      </td>
      <td>
        <span className="desk-stage">
          <StageShape of={stage} /> <span>{STAGE_WORDS[stage]}</span>
        </span>
      </td>
      <td>
        <span className="desk-row-name flex items-center gap-2.25">
          {first?.picture && <img src={first.picture} alt="" loading="lazy" />}
          <span>
            <RowLink className="desk-ticket-name" data-space="" to={`/desk/ticket/${id}`}>
              {bouquetsOf(ticket)}
            </RowLink>
            <Flags flags={flags.filter((flag) => flag !== 'no card')} extras={extrasOf(ticket)} />
          </span>
        </span>
      </td>
      <td>
        <b className="inline-block min-w-8.5">{district}</b> {recipient}
      </td>
      <td className={note ? 'wide desk-note' : 'wide desk-mute'}>{note || 'No card'}</td>
    </tr>
  );
}

function useMoreRows(all: number) {
  const [shown, setShown] = useState(ROWS);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!end.current || shown >= all) return;
    return observeVisibility(end.current, (isVisible) => isVisible && setShown((before) => before + ROWS), '600px');
  }, [shown, all]);
  return [shown, end] as const;
}
