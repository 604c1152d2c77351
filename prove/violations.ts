import { BEING_CAPTURED, LIVE, UNFINISHED } from '#server/payments/payment-states.ts';
import type { LedgerSnapshot, OrderInLedger } from './ledger-snapshot.ts';

/** What the buyers were told and what was there before, to be found again. */
export type Promised = {
  soldBefore: number;
  /** Orders of which the shop said that they are paid. */
  paid: Set<number>;
  /** The number of the last note of an order that the shop accepted. */
  notes: Map<number, number>;
};

/** The longest that the sweeper waits before it checks an unfinished payment again. */
const LONGEST_WAIT_S = 2 * 60 * 60;
const UNCLEAR = ['capturing', 'unknown', 'refunding'];

type Rule = (books: LedgerSnapshot, promised: Promised) => string[];

/** Each rule finds what breaks it, with its facts. I: research of the provider; M, O: money and orders. */
const RULES: Record<string, Rule> = {
  'charged twice (I2, M1)': (books) =>
    books.orders.flatMap(({ id }) => {
      const held = [...heldFor(books, id)].filter(([, pence]) => pence > 0);
      return held.length > 1 ? [`order ${id}: ${facts(held)}`] : [];
    }),
  'charged without an order (I1, M3)': (books) =>
    books.orders.flatMap((order) => {
      const held = sum([...heldFor(books, order.id).values()]);
      const due = order.status === 'C' ? order.pence : 0;
      return held > (due ?? 0) ? [`order ${order.id} ${order.status}: ${held} held, ${due} due`] : [];
    }),
  'completed without its money (I1, M2, M4)': (books) =>
    books.orders.flatMap((order) => (order.status === 'C' ? whatIsWrongWithMoney(order, books) : [])),
  'money that the shop does not know of (I3)': ({ ledger, payments }) =>
    ledger
      .map((line) => ({ ...line, payment: payments.find(({ id }) => id === line.custom_id) }))
      .filter((line) => line.payment?.captureId !== line.capture_id || line.currency_code !== 'GBP')
      .map(facts),
  'a refund that does not fit (M3)': ({ ledger, payments }) =>
    payments.flatMap((payment) => {
      const lines = ledger.filter(({ custom_id }) => custom_id === payment.id);
      const back = lines.filter(({ kind }) => kind === 'refund');
      const isRefunded = payment.state === 'refunded';
      const fits = isRefunded ? back.length === 1 && sum(lines.map(({ pence }) => pence)) === 0 : back.length === 0;
      return fits ? [] : [facts({ payment, lines })];
    }),
  'opened twice at the provider (M6)': ({ providerOrders }) => {
    const marks = providerOrders.map(({ request }) => request.purchase_units[0].custom_id);
    return marks.filter((mark, place) => marks.indexOf(mark) !== place).map((mark) => `payment ${mark}`);
  },
  'two live payments of one order (M1)': ({ orders, payments }) =>
    orders
      .map(({ id }) => payments.filter(({ orderId, state }) => orderId === id && LIVE.includes(state)))
      .filter((live) => live.length > 1)
      .map(facts),
  'not decided although the provider answers (I4)': ({ forgotten, payments, pendingCaptures }) =>
    payments.flatMap((payment) => {
      if (forgotten.includes(payment.id)) return [];
      const isPending = payment.state === 'pending' && pendingCaptures.includes(payment.captureId ?? '');
      return UNCLEAR.includes(payment.state) || (payment.state === 'pending' && !isPending) ? [facts(payment)] : [];
    }),
  'never looked at again (I9)': ({ payments }) =>
    payments
      .filter(({ state, lookIn }) => UNFINISHED.includes(state) && (lookIn === null || lookIn >= LONGEST_WAIT_S))
      .map(facts),
  'completed, but not whole (O2, M2)': ({ orders }) =>
    orders.flatMap((order) => {
      const isWhole = order.isWhole && order.hasAddress && order.items > 0 && order.unfrozen === 0 && !order.isHeld;
      return order.status === 'C' && (!isWhole || order.itemsPence !== order.goodsPence) ? [facts(order)] : [];
    }),
  'two carts of one person (O1)': ({ orders }) => {
    const carts = orders.filter(({ status, isHeld, isMerged }) => status === 'P' && !isHeld && !isMerged);
    const owners = carts.map(({ userId }) => userId);
    return owners.filter((owner, place) => owners.indexOf(owner) !== place).map((owner) => `user ${owner}`);
  },
  'held without a payment, or not held with one (O3, I7)': ({ orders, payments }) =>
    orders.flatMap((order) => {
      const of = payments.filter(({ orderId, state }) => orderId === order.id && BEING_CAPTURED.includes(state));
      const isRight = order.isHeld === of.length > 0 && of.every(({ orderVersion }) => orderVersion === order.version);
      return isRight ? [] : [facts({ order, of })];
    }),
  'letters to buyers (O8)': ({ letters, orders }) =>
    [...Map.groupBy(orders, ({ userId }) => userId)].flatMap(([userId, theirs]) => {
      const completed = theirs.filter(({ status }) => status === 'C').length;
      const written = letters.find((letter) => letter.userId === userId)?.count ?? 0;
      return written === completed ? [] : [facts({ userId, completed, written })];
    }),
  'slips for the florist (O8)': ({ orders, slips }) => {
    const completed = orders.filter(({ status }) => status === 'C').length;
    return slips === completed ? [] : [facts({ completed, slips })];
  },
  'counts of what was sold': ({ sold, soldInOrders }, { soldBefore }) =>
    sold - soldBefore === soldInOrders ? [] : [facts({ soldBefore, sold, soldInOrders })],
  'told "paid", but not completed (O4)': ({ orders }, { paid }) => {
    const status = new Map(orders.map((order) => [order.id, order.status]));
    return [...paid].flatMap((id) => (status.get(id) === 'C' ? [] : [`order ${id}: ${status.get(id) ?? 'gone'}`]));
  },
  'taken, and lost (O4)': ({ orders }, { notes }) => {
    const note = new Map(orders.map((order) => [order.id, order.note]));
    return [...notes].flatMap(([id, taken]) =>
      note.has(id) && Number(note.get(id)) >= taken ? [] : [facts({ id, note: note.get(id) ?? 'gone', taken })],
    );
  },
};

export function findViolations(books: LedgerSnapshot, promised: Promised): string[] {
  return Object.entries(RULES).flatMap(([rule, check]) => check(books, promised).map((what) => `${rule}: ${what}`));
}

function whatIsWrongWithMoney(order: OrderInLedger, books: LedgerSnapshot): string[] {
  const { ledger, payments } = books;
  const captured = payments.filter(({ orderId, state }) => orderId === order.id && state === 'captured');
  const [payment] = captured;
  const lines = ledger.filter(({ capture_id }) => capture_id === payment?.captureId);
  const isRight =
    captured.length === 1 &&
    payment?.pence === order.pence &&
    payment?.orderVersion === order.version &&
    lines.length === 1 &&
    lines[0]?.pence === order.pence &&
    lines[0]?.custom_id === payment?.id &&
    lines[0]?.invoice_id === payment?.invoice &&
    sum([...heldFor(books, order.id).values()]) === order.pence;
  return isRight ? [] : [facts({ order, captured, lines })];
}

/** The money that the provider has for an order, less refunds, by capture. */
function heldFor(
  { ledger, payments }: Pick<LedgerSnapshot, 'ledger' | 'payments'>,
  orderId: number,
): Map<string, number> {
  const marks = new Set<string | null>(payments.filter((one) => one.orderId === orderId).map(({ id }) => id));
  const held = new Map<string, number>();
  for (const { capture_id, custom_id, pence } of ledger) {
    if (marks.has(custom_id)) held.set(capture_id, (held.get(capture_id) ?? 0) + pence);
  }
  return held;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const facts = (what: unknown) => JSON.stringify(what);
