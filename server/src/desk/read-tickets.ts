import type { SheetTicket, Trouble } from '#contract/desk.ts';
import { dropInvisible } from '#contract/invisible.ts';
import type { OrderStage } from '#contract/orders.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import { districtOf } from '#contract/postcode.ts';
import type { Size } from '#contract/sizes.ts';
import { StoredExtras } from '#server/features/orders/stored-extras.ts';
import { AS_THEY_LEAVE } from '#server/features/runs/table.ts';
import { CAN_TIE_EVENTS } from '#server/features/tying/report-untieable.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** Enough for the two lines that a ticket shows. */
const NOTE_LENGTH = 120;
/** Sharp at the size of a ticket. */
const PICTURE_WIDTH = 240;

/** How tickets stand on a sheet: as the vans leave, what has no run after them, the carrier's last. */
export const SHEET_ORDER = sql`orders.collected_on is not null, ${AS_THEY_LEAVE}, run_stops.position, orders.id`;
export const WITH_RUN = sql`left join run_stops on run_stops.order_id = orders.id
  left join runs on runs.id = run_stops.run_id and runs.day = orders.leaves_on`;

type Row = {
  id: number;
  stage: OrderStage;
  leaves_on: string;
  arrives_on: string;
  by_carrier: boolean;
  run: number | null;
  position: number | null;
  run_has_left: boolean;
  postcode: string | null;
  recipient: string | null;
  buyer: string | null;
  note: string;
  is_replacement: boolean;
  swap_states: string[] | null;
  outcome: SheetTicket['outcome'];
  claim: number | null;
  replaced_by: number | null;
  is_replaced: boolean;
  cannot_be_tied: boolean | null;
  cancel_asked: boolean;
  paid_at: Date | null;
  moved_at: Date | null;
};

/**
 * The tickets of these orders, in two queries however many there are. Those that await their payment are among them only if
 * PayPal has been asked and has not decided.
 */
export async function readTickets(db: Database, orderIds: number[], today: string): Promise<SheetTicket[]> {
  const { rows } = await db.execute<Row>(sql`
    select orders.id, orders.stage, orders.leaves_on::text, orders.delivery_date::text as arrives_on,
      orders.collected_on is not null as by_carrier, runs.id as run, run_stops.position,
      runs.left_at is not null as run_has_left,
      orders.address ->> 'postal_code' as postcode, orders.address ->> 'recipient_name' as recipient, orders.buyer,
      left(orders.text, ${NOTE_LENGTH}) as note, orders.replaces_order_id is not null as is_replacement,
      (select array_agg(swaps.state) from swaps where swaps.order_id = orders.id) as swap_states, handovers.outcome,
      (select claims.id from claims where claims.order_id = orders.id and claims.answered_at is null) as claim,
      again.id as replaced_by, again.id is not null and again.stage <> 'delivered' as is_replaced,
      orders.stage = 'to tie' and last_said.what = 'cannot be tied' as cannot_be_tied,
      exists (select from cancel_requests where cancel_requests.order_id = orders.id and answered_at is null) as cancel_asked,
      orders.completed_at as paid_at, coalesce(handovers.pressed_at, orders.delivered_at, orders.dispatched_at) as moved_at
    from orders ${WITH_RUN}
    left join handovers on handovers.order_id = orders.id
    left join orders as again on again.replaces_order_id = orders.id
    left join (
      select distinct on (order_id) order_id, what from order_events
      where order_id = any(${sql.param(orderIds)}::integer[]) and what = any(${sql.param([...CAN_TIE_EVENTS])}::text[])
      order by order_id, order_events.id desc) as last_said on last_said.order_id = orders.id
    where orders.id = any(${sql.param(orderIds)}::integer[]) and (orders.stage <> 'awaiting payment' or exists (
      select from payments where payments.order_id = orders.id and payments.state in ('unknown', 'pending')))
    order by ${SHEET_ORDER}`);
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toTicket(row, lines.get(row.id) ?? [], today));
}

type LineRow = {
  id: number;
  order_id: number;
  product: number;
  name: string;
  size: Size;
  quantity: number;
  tied: number;
  picture: string | null;
  widths: unknown;
  extras: unknown;
};

async function readLines(db: Database, orderIds: number[]): Promise<Map<number, LineRow[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<LineRow>(sql`
    select item.id, item.order_id, item.product_id as product, item.name, item.size, item.quantity,
      coalesce(tied_counts.tied, 0) as tied, item.extras, shown.picture ->> 'id' as picture, shown.picture -> 'widths' as widths
    from order_items as item
    left join tied_counts on tied_counts.item_id = item.id
    cross join lateral (select coalesce(item.picture,
      (select products.pictures -> 0 from products where products.id = item.product_id)) as picture) as shown
    where item.order_id = any(${sql.param(orderIds)}::integer[]) order by item.id`);
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

function toTicket(row: Row, lines: LineRow[], today: string): SheetTicket {
  const { id, stage, leaves_on, arrives_on, by_carrier, run, position, outcome, claim, replaced_by } = row;
  return {
    id,
    stage,
    leaves_on,
    arrives_on,
    by_carrier,
    run,
    position,
    outcome,
    claim,
    replaced_by,
    district: districtOf(row.postcode ?? ''),
    recipient: dropInvisible(row.recipient || (row.buyer ?? '')),
    note: row.note,
    lines: lines.map((line) => toLine(line, stage)),
    flags: flagsOf(row),
    troubles: troublesOf(row, today),
    paid_at: toText(row.paid_at),
    moved_at: toText(row.moved_at),
  };
}

/** Raw statements may return moments as text. */
const toText = (moment: Date | string | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

const isUntied = (stage: OrderStage) => stage === 'to tie' || stage === 'awaiting payment';

const toLine = ({ id, product, name, size, quantity, ...line }: LineRow, stage: OrderStage) => ({
  id,
  product,
  name,
  size,
  quantity,
  tied: isUntied(stage) ? line.tied : quantity,
  picture: line.picture === null ? null : smallPicture(line.picture, line.widths),
  extras: StoredExtras.parse(line.extras).map((extra) => extra.name),
});

function smallPicture(id: string, widths: unknown): string | null {
  const known = Array.isArray(widths) ? widths.filter((width): width is number => Number.isInteger(width)) : [];
  const width = known.find((each) => each >= PICTURE_WIDTH) ?? known.at(-1);
  return width === undefined ? null : pictureUrl(id, width, 'webp');
}

const flagsOf = ({ is_replacement, swap_states, note }: Row): SheetTicket['flags'] => [
  ...(is_replacement ? (['replacement'] as const) : []),
  ...(swap_states ? (['swap'] as const) : []),
  ...(note.trim() === '' ? (['no card'] as const) : []),
];

function troublesOf(row: Row, today: string): Trouble[] {
  const { stage, swap_states } = row;
  const waits = (state: string) => stage === 'to tie' && (swap_states?.includes(state) ?? false);
  const isHere = row.replaced_by !== null && (isUntied(stage) || stage === 'tied' || stage === 'not delivered');
  const found: Record<Trouble, boolean> = {
    late: isLate(row, today) && !isHere,
    'not delivered': stage === 'not delivered' && !isHere,
    // Until the new flowers have come. After that there is nothing left to do for it.
    replaced: isHere && row.is_replaced,
    unpaid: stage === 'awaiting payment',
    claimed: row.claim !== null,
    'waits for the buyer': waits('asked'),
    'call the buyer': waits('call'),
    'cannot be tied': row.cannot_be_tied === true,
    'cancel asked': row.cancel_asked,
  };
  return (Object.keys(found) as Trouble[]).filter((trouble) => found[trouble]);
}

/**
 * Still here on a later day, or to tie though its van has left. That a van should have left is said of the run, once, and not of
 * each of its orders. A parcel's arrival is the carrier's to know.
 */
function isLate({ stage, leaves_on, by_carrier, run_has_left }: Row, today: string): boolean {
  const isOver = leaves_on < today;
  if (stage === 'out') return isOver && !by_carrier;
  if (stage === 'tied') return isOver;
  return stage === 'to tie' && (isOver || run_has_left);
}
