import { BEING_CAPTURED, LIVE, OPEN_REFUNDS, UNFINISHED } from '#server/features/orders/states.ts';
import type { Movement } from '../../paypal-stand-in/store/records.ts';
import type { LedgerSnapshot, OrderInLedger, RefundInLedger } from './ledger-snapshot.ts';
import type { Promised } from './test-environment.ts';

/** The longest that the sweeper waits before it checks an unfinished payment again. */
const LONGEST_WAIT_S = 2 * 60 * 60;
const UNCLEAR = ['capturing', 'unknown', 'refunding'];

type Rule = (snapshot: LedgerSnapshot, promised: Promised) => string[];

/** Each rule finds what breaks it, with its facts. */
const RULES: Record<string, Rule> = {
  'charged twice': (snapshot) =>
    snapshot.orders.flatMap(({ id }) => {
      const netPaid = [...netPaidFor(snapshot, id)].filter(([, pence]) => pence > 0);
      return netPaid.length > 1 ? [`order ${id}: ${facts(netPaid)}`] : [];
    }),
  'charged without an order': (snapshot) =>
    snapshot.orders.flatMap((order) => {
      const netPaid = sum([...netPaidFor(snapshot, order.id).values()]);
      const due = order.status === 'C' ? order.pence : 0;
      return netPaid > (due ?? 0) ? [`order ${order.id} ${order.status}: ${netPaid} paid, ${due} due`] : [];
    }),
  'completed without its money': (snapshot) =>
    snapshot.orders.flatMap((order) => (order.status === 'C' ? whatIsWrongWithMoney(order, snapshot) : [])),
  'money that the shop does not know of': ({ ledger, payments }) =>
    ledger
      .map((line) => ({ ...line, payment: payments.find(({ id }) => id === line.custom_id) }))
      .filter((line) => line.payment?.captureId !== line.capture_id || line.currency_code !== 'GBP')
      .map(facts),
  'more given back than was captured, or not all of what belongs to no order': ({ ledger, payments }) =>
    payments.flatMap((payment) => {
      const lines = ledger.filter(({ custom_id }) => custom_id === payment.id);
      const net = sum(lines.map(({ pence }) => pence));
      const hasBack = lines.some(({ kind }) => kind === 'refund');
      const fits = payment.state === 'refunded' ? net === 0 : net >= 0 && (payment.state === 'captured' || !hasBack);
      return fits ? [] : [facts({ payment, lines })];
    }),
  'a refund at the provider without its row': ({ ledger, refunds }) =>
    ledger
      .filter(({ kind }) => kind === 'refund')
      .filter((line) => refunds.filter((refund) => isSameRefund(line, refund)).length !== 1)
      .map(facts),
  'a refund that is done without its movement': ({ ledger, refunds }) =>
    refunds
      .filter(({ state }) => state === 'done')
      .filter((refund) => ledger.filter((line) => isSameRefund(line, refund)).length !== 1)
      .map(facts),
  'a refund that is not done with a movement': ({ ledger, refunds }) =>
    refunds.filter(({ state, providerRefundId }) => state !== 'done' && isMoved(ledger, providerRefundId)).map(facts),
  'a refund not decided although the provider answers': ({ pendingRefunds, refunds }) =>
    refunds.filter(({ id, state }) => OPEN_REFUNDS.includes(state) && !pendingRefunds.includes(id)).map(facts),
  'an open refund that nobody asks about again': ({ refunds }) =>
    refunds
      .filter(({ state, secondsToNextLookup }) => OPEN_REFUNDS.includes(state) && (secondsToNextLookup ?? 1e9) > 3_700)
      .map(facts),
  'letters of refunds': ({ orders, payments, refunds, refundLetters }) => {
    const captured = new Set(payments.filter(({ state }) => state === 'captured').map(({ id }) => id));
    const done = refunds.filter(({ state, paymentId }) => state === 'done' && captured.has(paymentId)).length;
    return done === refundLetters ? [] : [facts({ done, refundLetters, orders: orders.length })];
  },
  'opened twice at the provider': ({ providerOrders }) => {
    const ids = providerOrders.map(({ request }) => request.purchase_units[0].custom_id);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `payment ${id}`);
  },
  'a code used too often': ({ codes }) => codes.filter(({ uses, maxUses }) => uses > maxUses).map(facts),
  'two live payments of one order': ({ orders, payments }) =>
    orders
      .map(({ id }) => payments.filter(({ orderId, state }) => orderId === id && LIVE.includes(state)))
      .filter((live) => live.length > 1)
      .map(facts),
  'not decided although the provider answers': ({ forgotten, payments, pendingCaptures }) =>
    payments.flatMap((payment) => {
      if (forgotten.includes(payment.id)) return [];
      const isPending = payment.state === 'pending' && pendingCaptures.includes(payment.captureId ?? '');
      return UNCLEAR.includes(payment.state) || (payment.state === 'pending' && !isPending) ? [facts(payment)] : [];
    }),
  'not scheduled for a lookup': ({ payments }) =>
    payments
      .filter(
        ({ state, secondsToNextLookup }) =>
          UNFINISHED.includes(state) && (secondsToNextLookup === null || secondsToNextLookup >= LONGEST_WAIT_S),
      )
      .map(facts),
  'completed, but not whole': ({ orders }) =>
    orders.flatMap((order) => {
      const isWhole = order.isWhole && order.hasAddress && order.items > 0 && order.unpriced === 0 && !order.isFrozen;
      return order.status === 'C' && (!isWhole || order.itemsPence !== order.goodsPence) ? [facts(order)] : [];
    }),
  'two carts of one person': ({ orders }) => {
    const carts = orders.filter(({ status, isFrozen, isMerged }) => status === 'P' && !isFrozen && !isMerged);
    const owners = carts.map(({ userId }) => userId);
    return owners.filter((owner, index) => owners.indexOf(owner) !== index).map((owner) => `user ${owner}`);
  },
  'frozen without a payment, or not frozen with one': ({ orders, payments }) =>
    orders.flatMap((order) => {
      const of = payments.filter(({ orderId, state }) => orderId === order.id && BEING_CAPTURED.includes(state));
      const isRight =
        order.isFrozen === of.length > 0 && of.every(({ orderVersion }) => orderVersion === order.version);
      return isRight ? [] : [facts({ order, of })];
    }),
  'letters to buyers': ({ letters, orders }) =>
    [...Map.groupBy(orders, ({ userId }) => userId)].flatMap(([userId, theirs]) => {
      const completed = theirs.filter(({ status }) => status === 'C').length;
      const written = letters.find((letter) => letter.userId === userId)?.count ?? 0;
      return written === completed ? [] : [facts({ userId, completed, written })];
    }),
  'slips for the florist': ({ orders, slips }) => {
    const completed = orders.filter(({ status }) => status === 'C').length;
    return slips === completed ? [] : [facts({ completed, slips })];
  },
  'takings that are not what was charged and given back': ({ orders, payments, refunds, takings }) => {
    const captured = new Set(payments.filter(({ state }) => state === 'captured').map(({ id }) => id));
    const charged = sum(orders.filter(({ status }) => status === 'C').map(({ pence }) => pence ?? 0));
    const done = refunds.filter(({ state, paymentId }) => state === 'done' && captured.has(paymentId));
    const refunded = sum(done.map(({ pence }) => pence));
    return takings.charged === charged && takings.refunded === refunded ? [] : [facts({ takings, charged, refunded })];
  },
  'counts of what was sold': ({ sold, soldInOrders }, { soldBefore }) =>
    sold - soldBefore === soldInOrders ? [] : [facts({ soldBefore, sold, soldInOrders })],
  'told "paid", but not completed': ({ orders }, { paid }) => {
    const status = new Map(orders.map((order) => [order.id, order.status]));
    return [...paid].flatMap((id) => (status.get(id) === 'C' ? [] : [`order ${id}: ${status.get(id) ?? 'gone'}`]));
  },
  'accepted note lost': ({ orders }, { notes }) => {
    const order = new Map(orders.map((each) => [each.id, each]));
    return [...notes].flatMap(([id, accepted]) => {
      const { note = 'gone', isMerged = false } = order.get(id) ?? {};
      // A cart that has a note of its own keeps it when another is merged into it.
      return Number(note) >= accepted || (isMerged && note !== '') ? [] : [facts({ id, note, isMerged, accepted })];
    });
  },
};

export function findViolations(snapshot: LedgerSnapshot, promised: Promised): string[] {
  return Object.entries(RULES).flatMap(([rule, check]) => check(snapshot, promised).map((what) => `${rule}: ${what}`));
}

function whatIsWrongWithMoney(order: OrderInLedger, snapshot: LedgerSnapshot): string[] {
  const { ledger, payments } = snapshot;
  const captured = payments.filter(({ orderId, state }) => orderId === order.id && state === 'captured');
  const [payment] = captured;
  const lines = ledger.filter(({ capture_id }) => capture_id === payment?.captureId);
  const isRight =
    captured.length === 1 &&
    payment?.pence === order.pence &&
    payment?.orderVersion === order.version &&
    lines.filter(({ kind }) => kind === 'capture').length === 1 &&
    lines[0]?.pence === order.pence &&
    lines[0]?.custom_id === payment?.id &&
    lines[0]?.invoice_id === payment?.invoice &&
    sum([...netPaidFor(snapshot, order.id).values()]) === order.pence - donePence(snapshot, payment.id) &&
    (!order.isCancelled || hasOpen(snapshot, payment.id) || donePence(snapshot, payment.id) === order.pence);
  return isRight ? [] : [facts({ order, captured, lines })];
}

const isSameRefund = (line: Movement, refund: RefundInLedger): boolean =>
  line.refund_id === refund.providerRefundId && line.pence === -refund.pence && line.custom_id === refund.paymentId;

const isMoved = (ledger: readonly Movement[], refundId: string | null): boolean =>
  refundId !== null && ledger.some(({ refund_id }) => refund_id === refundId);

const donePence = ({ refunds }: LedgerSnapshot, paymentId: string | undefined): number =>
  sum(refunds.filter((refund) => refund.state === 'done' && refund.paymentId === paymentId).map(({ pence }) => pence));

/** A refund of a cancelled order that the provider gave up is for the florist to ask for again. */
const hasOpen = ({ refunds }: LedgerSnapshot, paymentId: string | undefined): boolean =>
  refunds.some((refund) => refund.state !== 'done' && refund.paymentId === paymentId);

/** The money that the provider has for an order, less refunds, by capture. */
function netPaidFor(
  { ledger, payments }: Pick<LedgerSnapshot, 'ledger' | 'payments'>,
  orderId: number,
): Map<string, number> {
  const ids = new Set<string | null>(payments.filter((one) => one.orderId === orderId).map(({ id }) => id));
  const netPaid = new Map<string, number>();
  for (const { capture_id, custom_id, pence } of ledger) {
    if (ids.has(custom_id)) netPaid.set(capture_id, (netPaid.get(capture_id) ?? 0) + pence);
  }
  return netPaid;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const facts = (what: unknown) => JSON.stringify(what);
