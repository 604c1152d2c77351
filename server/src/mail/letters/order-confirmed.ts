import { nameInSize } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { listSumRows } from '#contract/sum-rows.ts';
import { greet } from '../greet.ts';
import type { ItemInLetter, LetterOf } from '../letter.ts';
import {
  block,
  contact,
  giftCard,
  linkButton,
  paragraph,
  pictured,
  shareTracking,
  toChange,
  type WrittenLetter,
} from '../letter-parts.ts';

export const orderConfirmed = (
  { firstName, order, link, changeLink, trackLink, insteadOf, goesBack, lacks }: LetterOf<'order-confirmed'>,
  publicUrl: string,
): WrittenLetter => ({
  subject: `Your order ${order.id}, for ${order.day}`,
  preview: `Paid: ${formatPounds(order.paid)}. We deliver on ${order.day}.`,
  heading: `Thank you. They come on ${order.day}.`,
  parts: [
    paragraph(greet(firstName)),
    paragraph(`Your payment has reached us. We tie your flowers fresh and deliver them on ${order.day}.`),
    ...(insteadOf
      ? [
          paragraph(
            `You had paid for ${insteadOf}. When the money reached us, your flowers could no longer come on that day.`,
          ),
        ]
      : []),
    ...(goesBack
      ? [
          paragraph(
            `The day on which they come costs less: we give ${formatPounds(goesBack)} back to you through PayPal.`,
          ),
        ]
      : []),
    ...(lacks === 'bouquets'
      ? [paragraph('We may not have every bouquet of your order on that day. If so, we ask you before we tie it.')]
      : []),
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: tellPrices(item), picture: item.picture })),
      publicUrl,
    ),
    block('Delivering to', order.address),
    ...(order.note ? [giftCard('The card that comes with them', order.note)] : []),
    block('Paid', [
      ...listSumRows(order).map(({ words, pounds }) => `${words} ${formatPounds(pounds)}`),
      `Amount paid ${formatPounds(order.paid)}`,
    ]),
    linkButton('See your order', link),
    ...(changeLink ? toChange('Something to change? You can, until we tie your flowers.', changeLink) : []),
    ...shareTracking(trackLink),
    paragraph('If anything arrives damaged, send us a photo on the day of delivery, from the page of your order.'),
    contact(order.id),
  ],
  because: `You got this letter because you paid for an order at ${SHOP.name}.`,
});

function tellPrices(item: ItemInLetter): string {
  const extras = item.extras.map(({ name, price }) => `${name}, ${formatPounds(price)} each`);
  const bouquet = `${item.quantity} × ${nameInSize(item)}, ${formatPounds(item.price)} each`;
  return [bouquet, ...extras].join('; with ');
}
