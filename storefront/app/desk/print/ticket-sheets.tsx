import type { PrintedOrder } from '#contract/desk-print.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import { classOf, countLines, fitNote, tidyNote } from './fit-note.ts';
import { inSheets } from './in-sheets.ts';

const PER_SHEET = 4;
/** More flowers than this go into two columns. */
const ONE_COLUMN = 9;
const WIDTH_MM = 86;
/** The size of the driver's words, and the height of a line of them: the card's words give way to what is more than one. */
const DRIVER_POINTS = 8;
const DRIVER_LINE_MM = 3.6;

type Line = PrintedOrder['lines'][number];

/** Work tickets, four to a sheet, one for each kind of bouquet. */
export function TicketSheets({ orders }: { orders: readonly PrintedOrder[] }) {
  const tickets = orders.flatMap((order) => order.lines.map((line, index) => ({ order, line, index })));
  return inSheets(tickets, PER_SHEET).map((sheet) => (
    <section className="a4 tickets" key={`${sheet[0]?.order.id} ${sheet[0]?.index}`}>
      {sheet.map(({ order, line, index }) => (
        <Ticket key={`${order.id} ${index}`} order={order} line={line} part={index + 1} />
      ))}
    </section>
  ));
}

function Ticket({ order, line, part }: { order: PrintedOrder; line: Line; part: number }) {
  const note = tidyNote(order.note);
  const isLong = line.stems.length > ONE_COLUMN;
  const driver = describeDriver(order);
  const heightMm = (isLong ? 20 : 26) - (countLines(driver, WIDTH_MM, DRIVER_POINTS) - 1) * DRIVER_LINE_MM;
  const fitted = fitNote(note, { widthMm: WIDTH_MM, heightMm, largest: 10 });
  const where = order.by_carrier ? 'Carrier' : order.run === null ? order.district : `Run ${order.run}`;
  return (
    <article className="ticket">
      <header>
        <b className="count">{line.quantity} ×</b>
        <div>
          <h2>{line.name}</h2>
          <p>
            {SIZE_NAMES[line.size]}. {line.wrapping}
            {line.quantity > 1 && '. Counts are for one.'}
          </p>
        </div>
        <b className="where">
          {order.district || where}
          {order.district && where !== order.district && <small>{where}</small>}
        </b>
      </header>
      <ul className={isLong ? 'two' : undefined}>
        {line.stems.map(({ flower, count }) => (
          <li key={flower}>
            <i />
            <b>{count}</b>
            <span>{flower}</span>
          </li>
        ))}
      </ul>
      {line.swaps.map((swap) => (
        <p className="swap" key={swap.flower}>
          Swap: {swap.instead_count} {swap.instead} instead of {swap.count} {swap.flower}
        </p>
      ))}
      <p className={`note ${classOf(fitted)}`} dir="auto">
        {note || 'No card'}
      </p>
      {driver && <p className="for-driver">{driver}</p>}
      <footer>
        <span>
          Order {order.id}
          {order.lines.length > 1 && `, ${part} of ${order.lines.length}`}, {order.recipient}
        </span>
        <b className="flags">{listFlags(order, line).join(' · ')}</b>
      </footer>
    </article>
  );
}

/** For whoever loads the van. */
const describeDriver = ({ driver_note, nobody_in }: PrintedOrder): string =>
  [driver_note, nobody_in && `If nobody is in: ${NOBODY_IN_WORDS[nobody_in].toLowerCase()}.`]
    .filter(Boolean)
    .join(' · ');

/** Only what is out of the ordinary. */
const listFlags = ({ printed, replaces, swap_choice }: PrintedOrder, { extras }: Line): string[] => [
  ...(printed > 0 ? ['Reprint'] : []),
  ...(replaces === null ? [] : ['Replacement']),
  ...(swap_choice === 'ask' ? ['Ask before a swap'] : []),
  ...extras,
];
