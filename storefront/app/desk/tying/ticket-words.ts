import { formatDay, londonTime } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket, Today, Trouble } from '#contract/desk.ts';
import { nameInSize } from '#contract/line-words.ts';

type Line = SheetTicket['lines'][number];

/** `2 × Harvest Sunday`, `Velvet Dozen, grand`. */
export const lineWords = (line: Pick<Line, 'name' | 'size' | 'quantity'>): string =>
  `${line.quantity > 1 ? `${line.quantity} × ` : ''}${nameInSize(line)}`;

/** What is in an order, on one line. */
export const bouquetsOf = ({ lines }: Pick<SheetTicket, 'lines'>): string => lines.map(lineWords).join(', ');

export const countBouquets = (tickets: readonly SheetTicket[]): number =>
  tickets.reduce((sum, { lines }) => sum + lines.reduce((each, { quantity }) => each + quantity, 0), 0);

const TROUBLE_WORDS: Record<Trouble, string> = {
  late: 'Late',
  'not delivered': 'Came back',
  replaced: 'Replaced, not to be sent again',
  unpaid: 'Approved, PayPal has not decided',
  claimed: 'A claim waits for an answer',
  'waits for the buyer': 'The buyer was asked',
  'call the buyer': 'Call the buyer',
  'cannot be tied': 'Cannot be tied today',
  'cancel asked': 'The buyer asks to cancel it',
};

/** Why it stands before all others. */
export const troubleWords = (trouble: Trouble, { replaced_by }: Pick<SheetTicket, 'replaced_by'>): string =>
  trouble === 'replaced' ? `Order ${replaced_by} replaces it: not to be sent again` : TROUBLE_WORDS[trouble];

type Held = Pick<SheetTicket, 'troubles' | 'replaced_by'>;

/** What keeps a ticket from being tied until somebody has answered, or said otherwise. */
const HOLDS: Trouble[] = ['waits for the buyer', 'call the buyer', 'cannot be tied', 'cancel asked'];
export const holdOf = ({ troubles, replaced_by }: Held): Trouble | undefined =>
  replaced_by === null ? HOLDS.find((each) => troubles.includes(each)) : 'replaced';

/** The same in a few words, on its card. */
export function holdWords(hold: Trouble, { replaced_by }: Held): string {
  if (hold === 'replaced') return `Order ${replaced_by} replaces it`;
  return hold === 'cannot be tied' || hold === 'cancel asked' ? TROUBLE_WORDS[hold] : 'Waits for the buyer';
}

/** Said when one is pressed all the same. */
export const whyNotTied = (ticket: Held & Pick<SheetTicket, 'id'>): string => {
  const hold = holdOf(ticket);
  if (!hold) return '';
  const words = troubleWords(hold, ticket);
  return `Order ${ticket.id} is not tied: ${hold === 'replaced' ? words : words.toLowerCase()}.`;
};

export const FLAG_WORDS: Record<SheetTicket['flags'][number], string> = {
  replacement: 'Replacement',
  swap: 'Swap',
  'no card': 'No card',
};

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** How many arrive on the day, as its tile says. */
export const bookedOn = ({ day, tiles }: Pick<Today, 'day' | 'tiles'>): number =>
  tiles.find((tile) => tile.day === day)?.booked ?? 0;

/** What the day asks of the hands: `38 orders, 43 bouquets. 18 still to tie; the next van leaves at 11:00.` */
export function summarise({ day, today, now, runs, tickets, tiles }: Today): string {
  const ours = tickets.filter(({ leaves_on }) => leaves_on === day);
  if (ours.length === 0 && day < today) return 'Nothing left the shop.';
  if (ours.length === 0) return bookedOn({ day, tiles }) === 0 ? 'Nothing booked yet.' : 'Nothing leaves yet.';
  const isOpen = tiles.find((tile) => tile.day === day)?.open;
  const all = `${count(ours.length, 'order')}${isOpen ? ' so far' : ''}, ${count(countBouquets(ours), 'bouquet')}.`;
  const toTie = ours.filter(({ stage }) => stage === 'to tie').length;
  if (isOpen) return `${all} New ones arrive here by themselves.`;
  if (toTie === 0) return `${all} Everything is tied.`;
  const next =
    day === today ? runs.find((run) => run.left_at === null && run.leaves_at > londonTime(new Date(now))) : undefined;
  return `${all} ${toTie} still to tie${next ? `; the next van leaves at ${next.leaves_at}` : ''}.`;
}

export type Group = { key: string; run: SheetRun | null; words: string; tickets: SheetTicket[] };

/** Tickets by the van that takes them: in the order they leave, those without a run, and the carrier's last. */
export function groupByRun(tickets: readonly SheetTicket[], runs: readonly SheetRun[]): Group[] {
  const groups: Group[] = runs.map((run) => ({
    key: `run ${run.id}`,
    run,
    words: `Run ${run.number}`,
    tickets: tickets.filter((ticket) => ticket.run === run.id),
  }));
  const rest = tickets.filter((ticket) => !runs.some(({ id }) => id === ticket.run));
  groups.push({
    key: 'none',
    run: null,
    words: 'No run yet',
    tickets: rest.filter((ticket) => !ticket.by_carrier),
  });
  for (const [day, parcels] of Map.groupBy(
    rest.filter((ticket) => ticket.by_carrier),
    ({ arrives_on }) => arrives_on,
  ))
    groups.push({ key: `carrier ${day}`, run: null, words: 'Carrier', tickets: parcels });
  return groups.filter((group) => group.tickets.length > 0);
}

/** What stands after the name of a group: districts, when it left. */
export function groupFacts({ run, tickets, key }: Group): string {
  const districts = [...new Set(tickets.map(({ district }) => district).filter(Boolean))];
  const shown =
    districts.length > 4
      ? `${districts.slice(0, 4).join(', ')} and ${districts.length - 4} more`
      : districts.join(', ');
  if (key.startsWith('carrier ')) return `for ${formatDay(key.slice('carrier '.length)).split(' ')[0]}`;
  const left = run?.left_at && `left ${londonTime(new Date(run.left_at))}`;
  return [shown, left].filter(Boolean).join(' · ');
}
