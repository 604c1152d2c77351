import { londonTime } from '#contract/delivery.ts';
import type { SheetTicket } from '#contract/desk.ts';
import { RowLink } from '../row-link.tsx';
import { StageShape } from '../stage-shape.tsx';
import { Flag } from '../ui/flag.tsx';
import { extrasOf, Flags } from './flags.tsx';
import { bouquetsOf, holdOf, holdWords, lineWords } from './ticket-words.ts';

type Props = {
  ticket: SheetTicket;
  /** Came in while the page was open. */
  isNew?: boolean;
  isChosen?: boolean;
  onChoose?: ((id: number, isChosen: boolean, extend: boolean) => void) | undefined;
  onTied?: (id: number) => void;
  isSending?: boolean;
};

/** A ticket to tie: its number first, and `Tied` in a column of its own. All the rest of it opens the ticket. */
export function TicketCard({ ticket, isNew, isChosen, onChoose, onTied, isSending }: Props) {
  const { id, lines, recipient, district, note, flags, paid_at } = ticket;
  const extras = extrasOf(ticket);
  const hold = holdOf(ticket);
  return (
    <li className={`desk-ticket${isNew ? ' new' : ''}${isChosen ? ' chosen' : ''}`} data-order={id}>
      {onChoose && (
        <label className="desk-choose">
          <input
            type="checkbox"
            name="tie"
            value={id}
            checked={isChosen ?? false}
            onChange={({ target, nativeEvent }) =>
              onChoose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          <span className="sr-only">Choose order {id}</span>
        </label>
      )}
      <div className="desk-ticket-row">
        <Pictures ticket={ticket} />
        <div className="desk-ticket-words">
          <p className="desk-ticket-number">
            <b>{id}</b> <span>{district}</span>
          </p>
          <RowLink className="desk-ticket-name" data-space="" to={`/desk/ticket/${id}`}>
            {lines.map((line) => (
              <span key={line.id}>{lineWords(line)}</span>
            ))}
          </RowLink>
          <p className="desk-to">{recipient}</p>
          {isNew && paid_at && (
            <Flag as="p" look="swap">
              New, {londonTime(new Date(paid_at))}
            </Flag>
          )}
          {hold && (
            <Flag as="p" look="swap">
              {holdWords(hold, ticket)}
            </Flag>
          )}
          <Flags flags={flags} extras={extras} />
          {note && !isNew && !hold && flags.length + extras.length === 0 && <p className="desk-note">{note}</p>}
        </div>
        {!onChoose && !hold && (
          <div className="desk-ticket-tie">
            <button
              type="submit"
              className="desk-tied"
              name="tie"
              value={id}
              disabled={isSending}
              aria-label={`Tied, order ${id}, ${bouquetsOf(ticket)}`}
              onClick={(event) => {
                if (!onTied) return;
                event.preventDefault();
                onTied(id);
              }}
            >
              <StageShape of="tied" />
              Tied
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

/** A ticket on the rail of what is tied: smaller, since nothing is left to do for it here. */
export function TiedCard({ ticket, isKept }: { ticket: SheetTicket; isKept: boolean }) {
  const { id, district, recipient, flags } = ticket;
  return (
    <li className="desk-ticket small" data-order={id}>
      <Pictures ticket={ticket} />
      <div className="desk-ticket-words">
        <p className="desk-ticket-number">
          <b>{id}</b> <span>{district}</span>
        </p>
        <RowLink className="desk-ticket-name" to={`/desk/ticket/${id}`}>
          <span>{bouquetsOf(ticket)}</span>
        </RowLink>
        <p className="desk-to">{recipient}</p>
        <Flags flags={flags.filter((flag) => flag === 'swap')} extras={[]} />
        {isKept && (
          <Flag as="p" look="swap">
            Kept on this device
          </Flag>
        )}
      </div>
    </li>
  );
}

function Pictures({ ticket: { lines, stage } }: { ticket: SheetTicket }) {
  const [only] = lines;
  return (
    <div className="desk-ticket-pictures">
      {lines
        .slice(0, 3)
        .map(({ id, picture }) => (picture ? <img key={id} src={picture} alt="" loading="lazy" /> : null))}
      {stage === 'to tie' && lines.length === 1 && only && only.quantity > 1 && (
        <b>{only.tied > 0 && only.tied < only.quantity ? `${only.tied} / ${only.quantity}` : `${only.quantity} ×`}</b>
      )}
    </div>
  );
}
