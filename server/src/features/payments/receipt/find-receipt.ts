import { nameInSize } from '#contract/line-words.ts';
import { toPounds } from '#contract/money.ts';
import type { Receipt } from '#contract/receipts.ts';
import { listSumRows } from '#contract/sum-rows.ts';
import { vatIn } from '#contract/vat.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { listSums, type Sum } from '#server/features/orders/list-sums.ts';
import { type OrderRow, orderItems, orders } from '#server/features/orders/table.ts';
import { readDetails } from '#server/features/shop/read-details.ts';
import { and, asc, eq } from '#server/platform/database/drizzle.ts';
import { listRefunds, penceDone } from '../refunds/list-refunds.ts';
import { payments } from '../table.ts';

const NONE = 'There is no receipt: nothing was paid for this order.';

/** The receipt of an order of one's own; another's is not found. */
export const findOwnReceipt = async (deps: Deps, shopper: Shopper, orderId: number): Promise<Receipt> =>
  toReceipt(deps, await requireOwnOrder(deps, shopper, orderId));

/** The receipt of any order, for the desk. */
export async function findDeskReceipt(deps: Deps, orderId: number): Promise<Receipt> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound();
  return toReceipt(deps, order);
}

async function toReceipt({ db }: Deps, order: OrderRow): Promise<Receipt> {
  const isPaid = and(eq(payments.orderId, order.id), eq(payments.state, 'captured'));
  const [payment] = await db.select().from(payments).where(isPaid);
  if (!payment || !order.completedAt) throw new NotFound(NONE);
  const [items, sums, refunds, seller] = await Promise.all([
    db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(asc(orderItems.id)),
    listSums(db, order.id),
    listRefunds(db, payment.id),
    readDetails(db),
  ]);
  const leftPence = payment.amountPence - penceDone(refunds);
  const { vatNumber, vatPercent } = order;
  return {
    order: order.id,
    buyer: order.buyer,
    paid_at: order.completedAt.toISOString(),
    delivery_date: order.deliveryDate,
    seller: {
      name: seller.legalName,
      street: seller.street,
      city: seller.city,
      postcode: seller.postcode,
      email: seller.email,
      phone: seller.phone ?? null,
      company_number: seller.companyNumber ?? null,
    },
    lines: items.flatMap(({ name, size, quantity, pricePence, extras }) =>
      [
        { words: nameInSize({ name, size }), pricePence },
        ...extras.map((extra) => ({ ...extra, words: extra.name })),
      ].map((each) => ({
        words: each.words,
        quantity,
        each: toPounds(each.pricePence),
        amount: toPounds(each.pricePence * quantity),
      })),
    ),
    sums: toRows(sums),
    amount: toPounds(payment.amountPence),
    refunds: refunds
      .filter(({ state }) => state === 'done')
      .map(({ amountPence, reason, changedAt }) => ({
        amount: toPounds(amountPence),
        reason,
        refunded_at: changedAt.toISOString(),
      })),
    left: toPounds(leftPence),
    payment: { by: 'PayPal', invoice: payment.invoice },
    vat:
      vatNumber === null || vatPercent === null
        ? null
        : { number: vatNumber, percent: vatPercent, amount: toPounds(vatIn(leftPence, vatPercent)) },
  };
}

/** The rows above the amount, as the order's page shows them. */
function toRows(sums: readonly Sum[]): Receipt['sums'] {
  const penceOf = (kinds: readonly string[]) =>
    sums.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { pence }) => sum + pence, 0);
  const rows = listSumRows({
    total: toPounds(penceOf(['goods', 'extras'])),
    deliveryFee: toPounds(penceOf(['delivery'])),
    sums: sums.map(({ kind, label, pence }) => ({ kind, label, amount: toPounds(pence) })),
  });
  return rows.map(({ words, pounds }) => ({ words, amount: pounds }));
}
