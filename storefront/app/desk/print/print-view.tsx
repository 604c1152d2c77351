import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { PrintedOrder } from '#contract/desk-print.ts';
import { send } from '../send.ts';
import { counted } from '../stems/stems-words.ts';
import { Empty } from '../ui/table.tsx';
import { CardSheets } from './card-sheets.tsx';
import { MissingFonts } from './missing-fonts.tsx';
import type { PrintData } from './print-data.ts';
import { RunSheet } from './run-sheet.tsx';
import { SlipSheets } from './slip-sheets.tsx';
import { StemsSheet } from './stems-sheet.tsx';
import { TicketSheets } from './ticket-sheets.tsx';

type OrderData = Extract<PrintData, { printed: unknown }>;

const NAMES = {
  cards: 'Gift cards',
  tickets: 'Work tickets',
  slips: 'Packing slips',
  run: 'Run sheet',
  stems: 'Stems',
};

/** The sheets as they come out of the printer, under a bar that is not printed. */
export function PrintView({ data }: { data: PrintData }) {
  if ('printed' in data) return <OrderSheets data={data} />;
  if (data.what === 'stems')
    return (
      <Frame data={data} facts="For the market">
        <StemsSheet stems={data.stems} />
      </Frame>
    );
  return (
    <Frame data={data} facts={data.run ? 'For when the phone is flat' : ''}>
      {data.run ? <RunSheet run={data.run} /> : <Nothing words="Choose a run on the page of deliveries first." />}
    </Frame>
  );
}

const SHEETS = { cards: CardSheets, tickets: TicketSheets, slips: SlipSheets };
const ONE = { cards: 'card', tickets: 'ticket', slips: 'slip' };

function OrderSheets({ data }: { data: OrderData }) {
  const shown = useShownWhilePrinting(data);
  const { what, query, printed } = shown;
  const orders = what === 'cards' ? printed.orders.filter(({ note }) => note !== '') : printed.orders;
  const withoutNote = printed.orders.length - orders.length;
  const again = orders.filter((order) => order.printed > 0).length;
  const Sheets = SHEETS[what];
  const facts = [
    describeSelection(shown),
    countSheets(what, orders),
    ...(what === 'cards' ? ['A4 card, cut to 96 × 139 mm'] : []),
    ...(withoutNote > 0 ? [`${counted(withoutNote, 'order has', 'orders have')} no card`] : []),
    ...(again > 0 ? [`${again} printed before`] : []),
  ].filter(Boolean);
  const address = `/desk/print/${what}${query && `?${query}`}`;
  useRecordOnPrint(ONE[what], orders);
  return (
    <Frame
      data={shown}
      facts={facts.join(', ')}
      acts={
        again > 0 &&
        again < orders.length && (
          <Link className="desk-button plain" to={`${address}${query ? '&' : '?'}only=unprinted`}>
            Leave out the {again} printed before
          </Link>
        )
      }
      warning={<MissingFonts orders={shown.printed.orders} isCard={what === 'cards'} />}
    >
      {orders.length === 0 ? (
        <Nothing words="There is nothing to print here." />
      ) : (
        <Sheets orders={orders} sender={printed.sender} />
      )}
    </Frame>
  );
}

function Frame({
  data,
  facts,
  acts,
  warning,
  children,
}: {
  data: PrintData;
  facts: string;
  acts?: ReactNode;
  warning?: ReactNode;
  children: ReactNode;
}) {
  const orders = 'printed' in data ? `?${data.query}` : '';
  return (
    <div className="print-page">
      <header className="print-bar on-leaf">
        <Link className="desk-round" to="/desk" aria-label="Close">
          ×
        </Link>
        <h1>{NAMES[data.what]}</h1>
        <p>{facts}</p>
        <nav aria-label="What to print">
          {(['cards', 'tickets', 'slips'] as const).map((what) => (
            <Link key={what} to={`/desk/print/${what}${orders}`} aria-current={data.what === what ? 'page' : undefined}>
              {NAMES[what]}
            </Link>
          ))}
        </nav>
        {acts}
        <button type="button" className="desk-button print-now" onClick={() => window.print()}>
          Print
        </button>
      </header>
      {warning}
      <div className="sheets">{children}</div>
    </div>
  );
}

/** Counts what goes to the printer, however it was pressed. */
function useRecordOnPrint(sheet: string, orders: readonly PrintedOrder[]) {
  const { revalidate } = useRevalidator();
  const ids = orders.map(({ id }) => id).join(',');
  useEffect(() => {
    if (ids === '') return;
    const printed = { sheet, orders: ids.split(',').map(Number) };
    // Whoever prints has the sheets already: that one was not counted is no reason to stop them.
    const record = () => void send('POST', '/api/desk/print/', printed).then(revalidate, () => {});
    addEventListener('beforeprint', record);
    return () => removeEventListener('beforeprint', record);
  }, [revalidate, sheet, ids]);
}

/** What is being printed does not become a reprint under the printer's hands: news wait until it is done. */
function useShownWhilePrinting(data: OrderData): OrderData {
  const [shown, setShown] = useState(data);
  const latest = useRef(data);
  const isPrinting = useRef(false);
  useEffect(() => {
    latest.current = data;
    if (!isPrinting.current) setShown(data);
  }, [data]);
  useEffect(() => {
    const begin = () => {
      isPrinting.current = true;
    };
    const end = () => {
      isPrinting.current = false;
      setShown(latest.current);
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  // Another page of the same kind was opened.
  return shown.what === data.what && shown.query === data.query ? shown : data;
}

function Nothing({ words }: { words: string }) {
  return <Empty>{words}</Empty>;
}

function describeSelection({ printed: { day, run } }: OrderData): string {
  const when = day === null ? '' : formatDay(day);
  return [run === null ? '' : `Run ${run}`, when].filter(Boolean).join(', ');
}

function countSheets(what: OrderData['what'], orders: readonly PrintedOrder[]): string {
  const count = what === 'tickets' ? orders.reduce((sum, { lines }) => sum + lines.length, 0) : orders.length;
  const sheets = what === 'slips' ? count : Math.ceil(count / 4);
  return `${counted(count, ONE[what])} on ${counted(sheets, 'sheet')}`;
}
