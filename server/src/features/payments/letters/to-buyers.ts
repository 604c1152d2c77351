import { describeLine } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, contact, type LetterContents, lines } from '#server/platform/mail/render/letter-parts.ts';

export const paymentRefused = (
  { firstName, amount, link }: LetterOf<'payment-refused'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: 'Your payment did not go through',
  preview: 'No money was taken. Your flowers are in the cart again.',
  heading: 'Your payment did not go through.',
  parts: [
    greet(firstName),
    `PayPal was still deciding about your payment of ${formatPounds(amount)}, and has now refused it. No money was taken.`,
    'Your flowers are in your cart again. If you still want them, choose a day and pay in another way.',
    button('See your cart', link),
    `If something looks wrong to you, write to us at ${email}.`,
  ],
  because: `You got this letter because a payment to ${SHOP.name} was waiting for PayPal.`,
});

type MoneyReturned = LetterOf<'money-returned'>;

const PAID_BY_ANOTHER = 'Your order itself was paid for by another payment';
const COMES = `${PAID_BY_ANOTHER}, and its flowers come as promised.`;
const IN_CART = 'No order came of that payment. If you still want the flowers, your cart is waiting.';

const NOW = {
  'awaiting payment': 'PayPal is still deciding about another payment of this order: we write to you when it has.',
  'to tie': COMES,
  tied: COMES,
  out: COMES,
  delivered: `${PAID_BY_ANOTHER}.`,
  'not delivered': `${PAID_BY_ANOTHER}.`,
  cancelled: `${PAID_BY_ANOTHER}, and has been cancelled.`,
  cart: IN_CART,
  none: 'No order came of that payment.',
} as const satisfies Record<NonNullable<MoneyReturned['now']>, string>;

export const moneyReturned = (letter: MoneyReturned, { email }: ShopDetails): LetterContents => {
  const { firstName, amount, isPaidFor, isAtPaypal, now = isPaidFor ? 'to tie' : 'cart' } = letter;
  return {
    subject: `${formatPounds(amount)} is on its way back to you`,
    preview: isAtPaypal ? 'A payment was given back at PayPal.' : 'A payment came for a cart that had changed.',
    heading: isAtPaypal ? 'Your money has been sent back.' : 'We have sent your money back.',
    parts: [
      greet(firstName),
      isAtPaypal
        ? `Your payment of ${formatPounds(amount)} was given back at PayPal before an order came of it. Your bank may take a few days to show it.`
        : `A payment of ${formatPounds(amount)} reached us for a cart that had changed since, or was paid for already. We have given all of it back through PayPal; your bank may take a few days to show it.`,
      NOW[now],
      `If something looks wrong to you, write to us at ${email}.`,
    ],
    because: `You got this letter because a payment to ${SHOP.name} was returned.`,
  };
};

export const orderRefunded = (letter: LetterOf<'order-refunded'>, { email }: ShopDetails): LetterContents => {
  const { firstName, orderId, amount, reason, link } = letter;
  return {
    subject: `${formatPounds(amount)} of order ${orderId} is on its way back`,
    preview: 'We have given it back through PayPal.',
    heading: 'We have sent money back to you.',
    parts: [
      greet(firstName),
      `We have given ${formatPounds(amount)} of your order ${orderId} back to you through PayPal. Your bank may take a few days to show it.`,
      reason !== null && lines('Why', [reason]),
      describeRest(letter),
      button('See your order', link),
      contact(email, orderId),
    ],
    because: `You got this letter because money of an order of yours at ${SHOP.name} was refunded.`,
  };
};

function describeRest({ orderId, paid, left, isCancelled }: LetterOf<'order-refunded'>): string {
  if (left <= 0) return `That is all of the ${formatPounds(paid)} that you paid, or the last of it.`;
  if (isCancelled)
    return `Your order ${orderId} is cancelled: its flowers are not sent. You paid ${formatPounds(paid)}, and ${formatPounds(left)} of it is still to go back to you. We write again when it has.`;
  return `You paid ${formatPounds(paid)}. After this refund, ${formatPounds(left)} of it is for your flowers and their delivery.`;
}

export const orderCancelled = (letter: LetterOf<'order-cancelled'>, { email }: ShopDetails): LetterContents => {
  const { firstName, order, amount, reason, link } = letter;
  return {
    subject: `Your order ${order.id} is cancelled`,
    preview: `${formatPounds(amount)} is on its way back to you.`,
    heading: 'Your order is cancelled.',
    parts: [
      greet(firstName),
      `Your order ${order.id}, which was to come on ${order.day}, is cancelled. These flowers are not sent.`,
      reason !== null && lines('Why', [reason]),
      lines(
        `Order ${order.id}`,
        order.items.map((item) => `${item.quantity} × ${describeLine(item)}`),
      ),
      `All that you paid, ${formatPounds(amount)}, has been given back to you. Your bank may take a few days to show it.`,
      button('See your order', link),
      contact(email, order.id),
    ],
    because: `You got this letter because an order of yours at ${SHOP.name} was cancelled.`,
  };
};
