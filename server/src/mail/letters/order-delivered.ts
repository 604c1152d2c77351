import { describeLine } from '#contract/line-words.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { HandoverInLetter, LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, photograph, pictured, type WrittenLetter } from '../letter-parts.ts';

/** The flowers have arrived. On the day of delivery the promise about damaged flowers still holds. */
export const orderDelivered = (
  { firstName, order, onItsDay, handover, link }: LetterOf<'order-delivered'>,
  publicUrl: string,
): WrittenLetter => ({
  subject: `Your order ${order.id} has arrived`,
  preview: whereTheyAre(handover),
  heading: 'They have arrived.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(whereTheyAre(handover)),
    ...(handover?.photoPath
      ? [
          photograph(handover.photoPath, 'The flowers where they were left, photographed by the driver', publicUrl),
          paragraph('Only you see the photo. It is deleted after 30 days.'),
        ]
      : []),
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: `${item.quantity} × ${describeLine(item)}`, picture: item.picture })),
      publicUrl,
    ),
    block('Delivered to', order.address),
    linkButton('See your order', link),
    paragraph(
      onItsDay
        ? 'If anything arrived damaged, send us a photo today, from the page of your order, and we replace it.'
        : 'If anything arrived damaged, send us a photo from the page of your order.',
    ),
    contact(order.id, 'A question?'),
  ],
  because: `You got this letter because an order of yours at ${SHOP.name} has arrived.`,
});

function whereTheyAre(handover: HandoverInLetter | null | undefined): string {
  if (handover?.outcome === 'neighbour') return `Your flowers are with a neighbour: ${handover.takenBy}.`;
  if (handover?.takenBy) return `Your flowers have arrived: ${handover.takenBy}.`;
  return 'Your flowers are at the door they were sent to.';
}
