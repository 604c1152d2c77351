import { toPounds } from '#contract/money.ts';
import type { CreatedPayment, CreatePayment } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, PaymentAway } from '#server/errors.ts';
import { requireNotStopped } from '#server/features/accounts/own-data/stop-account.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { byFreshRules } from '#server/features/delivery/require-day.ts';
import { lockCart } from '#server/features/orders/cart/change-cart.ts';
import { requireBouquetDays } from '#server/features/orders/cart/require-bouquet-days.ts';
import type { CartRow } from '#server/features/orders/cart/table.ts';
import { goodsOf } from '#server/features/orders/list-sums.ts';
import { type Purchase, readCart } from '#server/features/orders/paid/read-purchase.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, inArray } from '#server/platform/database/drizzle.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { createCoalescer } from '../paypal/coalesce.ts';
import type { Paypal } from '../paypal/paypal.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from '../paypal/paypal-problems.ts';
import { payeeOf } from '../paypal/paypal-responses.ts';
import { toProviderOrder } from '../paypal/to-provider-order.ts';
import { invoiceOf, lacksInstallation } from '../receipt/invoice.ts';
import { type PaymentRow, payments } from '../table.ts';
import { clearLookup } from './look-up-payment.ts';
import { movedState, movePayments } from './move-payment.ts';
import { type KnownPayments, readPayments } from './read-payments.ts';
import { requireFewReturned, requireFewUnpaid } from './require-few.ts';
import { requirePayable } from './require-payable.ts';

/** An older order at PayPal is replaced by a new one: PayPal deletes them after three hours. */
const FRESH_MS = 2 * 60 * 60 * 1000;
const FIRST_SWEEP_MS = 5 * 60 * 1000;

/** One payment is opened by one call, however many clicks come meanwhile. */
const openings = memoizeFor((_paypal: Paypal) => createCoalescer<string>());

/**
 * Opens a payment at PayPal for the cart as it is now. Two clicks or two tabs get the same one. The amount that the browser
 * sends is compared with ours and never passed on.
 */
export async function createPayment(deps: Deps, shopper: Shopper, wanted: CreatePayment): Promise<CreatedPayment> {
  await countAttempts(deps, [{ what: 'open a payment', who: String(shopper.userId) }]);
  const { payment, purchase } = await byFreshRules(deps, () => intendPayment(deps, shopper, wanted));
  await deps.faultPoint('payment intended');
  // The buyer is about to see it again: a cached lookup is out of date.
  clearLookup(deps, payment.id);
  const told = {
    amount_to_pay: toPounds(payment.amountPence),
    delivery_date: payment.deliveryDate ?? purchase.day ?? '',
  };
  if (payment.providerOrderId) return { id: payment.providerOrderId, ...told };
  const id = await openings(deps.paypal)(payment.id, () => openAtProvider(deps, payment, purchase));
  return { id, ...told };
}

async function intendPayment(deps: Deps, shopper: Shopper, wanted: CreatePayment) {
  return deps.db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, wanted.order_id, 'This order has been paid for.');
    const terms = deps.delivery.terms();
    const { limited, ...purchase } = await readCart(tx, cart, terms);
    requireNotStopped(purchase.buyer);
    await requireFewUnpaid(tx, shopper);
    await requireFewReturned(tx, shopper, deps.clock.now());
    requirePayable(purchase, terms);
    // Whoever registered with the address alone is asked for it at the checkout.
    if (!purchase.buyer.name) throw new Invalid({ first_name: ['Please tell us your name to proceed.'] });
    if (purchase.day) await requireBouquetDays(tx, limited, purchase.day);
    const isSeen = wanted.amount_to_pay === undefined || wanted.amount_to_pay === purchase.amountPence;
    if (!isSeen || wanted.amount !== goodsOf(purchase.sums))
      throw new Conflict('Your cart has changed. Please look at it again.');
    return { payment: await findOrStart(deps, tx, cart, purchase), purchase };
  });
}

/** The payment for this very version of the cart, if there is one; every other that is still open is superseded. */
async function findOrStart({ clock }: Deps, tx: Transaction, cart: CartRow, purchase: Purchase): Promise<PaymentRow> {
  const now = clock.now();
  const deliveryDate = purchase.day;
  const { open, ...known } = await readPayments(tx, cart);
  const same = open.find(
    ({ orderVersion, amountPence, createdAt, ...payment }) =>
      orderVersion === cart.version &&
      amountPence === purchase.amountPence &&
      payment.deliveryDate === deliveryDate &&
      now.getTime() - createdAt.getTime() < FRESH_MS,
  );
  const others = open.filter((payment) => payment !== same).map(({ id }) => id);
  if (others.length > 0) {
    await movePayments(tx, inArray(payments.id, others), { from: ['new', 'created'], to: 'superseded' }, now);
  }
  if (same) return same;
  const [started] = await tx
    .insert(payments)
    .values({
      orderId: cart.id,
      orderVersion: cart.version,
      amountPence: purchase.amountPence,
      invoice: nextInvoice(cart, known),
      deliveryDate,
      lookAgainAt: new Date(now.getTime() + FIRST_SWEEP_MS),
      createdAt: now,
      changedAt: now,
    })
    .returning();
  // An insert without a conflict clause returns its row.
  return started as PaymentRow;
}

/** All payments of an order have one invoice number: if the first has no installation in it, the later ones have none. */
function nextInvoice(cart: CartRow, { earlier, installation }: Omit<KnownPayments, 'open'>): string {
  const refunds = earlier.filter(({ state }) => state === 'refunding' || state === 'refunded').length;
  const isOld = earlier.some(({ invoice }) => lacksInstallation(invoice));
  return invoiceOf(cart, isOld ? undefined : installation, refunds);
}

async function openAtProvider(deps: Deps, payment: PaymentRow, purchase: Purchase): Promise<string> {
  const body = toProviderOrder(payment, purchase, `${deps.config.publicUrl}/cart`);
  const order = await deps.paypal
    .createOrder(body, `create-${payment.id}`)
    .catch((error) => throwPaymentAway(deps, error));
  await deps.faultPoint('payment opened at the provider');
  // The id is stored whatever became of the payment meanwhile: a page that knows it could still have it paid.
  const [opened] = await deps.db
    .update(payments)
    .set({
      state: movedState('new', 'created'),
      providerOrderId: order.id,
      payee: payeeOf(order) ?? null,
      changedAt: deps.clock.now(),
    })
    .where(eq(payments.id, payment.id))
    .returning({ state: payments.state });
  await deps.faultPoint('payment opened');
  if (opened?.state !== 'created') throw new Conflict('Your cart has changed. Please look at it again.');
  return order.id;
}

function throwPaymentAway({ log }: Deps, error: unknown): never {
  if (error instanceof PaypalRefused) {
    log.error({ issue: error.issue, debugId: error.debugId }, 'PayPal refused to open a payment');
    throw new PaymentAway();
  }
  if (error instanceof PaypalBusy) throw new PaymentAway(error.seconds, { cause: error });
  if (error instanceof PaypalUnclear) throw new PaymentAway(undefined, { cause: error });
  throw error;
}
