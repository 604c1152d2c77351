import type { SheetTicket } from '#contract/desk.ts';
import { nameInSize } from '#contract/line-words.ts';
import { StageShape } from '../stage-shape.tsx';
import { Fill } from '../ui/fill.tsx';
import { holdOf } from './ticket-words.ts';

type Line = SheetTicket['lines'][number];
export type Candidate = { ticket: SheetTicket; line: Line };
export type Batch = {
  key: string;
  name: string;
  picture: string | null;
  quantity: number;
  tied: number;
  /** Those that can be tied next, as the vans leave. */
  next: Candidate[];
};

const keyOf = ({ product, size }: Line) => `${product} ${size}`;

const canBeTied = (ticket: SheetTicket) => ticket.stage === 'to tie' && !holdOf(ticket);

/** The bouquets of a day by kind, the most frequent first: on busy days hands work in batches. */
export function listBatches(tickets: readonly SheetTicket[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const ticket of tickets)
    for (const line of ticket.lines) {
      const key = keyOf(line);
      const batch = batches.get(key) ?? {
        key,
        name: nameInSize(line),
        picture: line.picture,
        quantity: 0,
        tied: 0,
        next: [],
      };
      batch.quantity += line.quantity;
      batch.tied += ticket.stage === 'to tie' ? line.tied : line.quantity;
      if (canBeTied(ticket) && line.tied < line.quantity) batch.next.push({ ticket, line });
      batches.set(key, batch);
    }
  return [...batches.values()].toSorted(
    (left, right) => right.quantity - left.quantity || left.name.localeCompare(right.name),
  );
}

export const isOfBatch = (ticket: SheetTicket, key: string): boolean =>
  ticket.lines.some((line) => keyOf(line) === key);

type Props = {
  batches: Batch[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onOneMore: (next: Candidate[]) => void;
};

export function TieByBouquet({ batches, chosen, onChoose, onOneMore }: Props) {
  return (
    <section aria-labelledby="desk-batches">
      <h2 className="mb-1.5 text-soft text-[1rem]/[1.4] font-semibold" id="desk-batches">
        Tie by bouquet
      </h2>
      <ul>
        {batches.map(({ key, name, picture, quantity, tied, next }) => {
          const [first] = next;
          return (
            <li
              key={key}
              className={`grid grid-cols-[52px_minmax(0,1fr)_auto] gap-3 items-center min-h-20 py-2 pr-2.5 pl-0 border-b border-line ${key === chosen ? 'bg-sage' : ''}`}
            >
              {picture && <img className="w-13 h-16 object-cover" src={picture} alt="" loading="lazy" />}
              <div>
                <button
                  className="min-h-8 p-0 border-0 bg-transparent text-inherit text-[1rem]/[1.3] font-semibold text-left cursor-pointer"
                  type="button"
                  aria-pressed={key === chosen}
                  onClick={() => onChoose(key === chosen ? undefined : key)}
                >
                  {name}
                </button>
                <Fill look="soon" part={tied / quantity} />
                <span className="desk-mute">
                  {tied} of {quantity} tied
                </span>
              </div>
              {tied === quantity && <StageShape of="delivered" />}
              {tied < quantity && (
                <button
                  type="submit"
                  className="desk-button line"
                  name="one-more"
                  value={first ? `${first.ticket.id} ${first.line.id} ${first.line.tied}` : ''}
                  disabled={!first}
                  aria-label={`One more ${name} tied`}
                  onClick={(event) => {
                    event.preventDefault();
                    onOneMore(next);
                  }}
                >
                  +1
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
