import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';
import type { ItemInLetter, OrderInLetter, PictureInLetter } from '#server/platform/mail/order-in-letter.ts';
import type { Line } from '../list-lines.ts';
import { goodsOf, penceOf, type Sum, toOrderSums, totalOf } from '../list-sums.ts';
import type { OrderRow } from '../table.ts';
import { addressLines } from './address-lines.ts';
import { describeWishes } from './describe-wishes.ts';

/** Sharp on screens with two or three dots to the pixel. */
const LETTER_PICTURE_WIDTH = 240;

/** A completed order as letters tell the buyer of it, or the florist. */
export function toOrderInLetter(
  order: Pick<
    OrderRow,
    'id' | 'deliveryDate' | 'address' | 'buyer' | 'text' | 'driverNote' | 'nobodyIn' | 'swapChoice'
  >,
  lines: readonly Line[],
  sums: readonly Sum[],
  reader: 'buyer' | 'florist',
): OrderInLetter {
  return {
    id: order.id,
    items: lines.map(toItemInLetter),
    total: toPounds(goodsOf(sums)),
    deliveryFee: toPounds(penceOf(sums, 'delivery')),
    sums: toOrderSums(sums),
    paid: toPounds(totalOf(sums)),
    day: formatDay(order.deliveryDate ?? ''),
    address: addressLines(order.address, order.buyer ?? '', reader),
    note: order.text,
    ...(reader === 'florist' && { wishes: describeWishes(order) }),
  };
}

type Item = Pick<Line, 'name' | 'itemCode' | 'size' | 'quantity' | 'pricePence' | 'picture' | 'extras'>;

/** One line of an order, completed or not. */
export const toItemInLetter = ({
  name,
  itemCode,
  size,
  quantity,
  pricePence,
  picture,
  extras,
}: Item): ItemInLetter => ({
  name,
  itemCode,
  size,
  quantity,
  extras: extras.map((extra) => ({ name: extra.name, price: toPounds(extra.pricePence) })),
  price: toPounds(pricePence),
  picture: picture && toPictureInLetter(picture),
});

/** JPEG, which every mail program shows, in a small width. */
export function toPictureInLetter({ id, alt, width, widths }: Picture): PictureInLetter {
  return { path: pictureUrl(id, widths.find((each) => each >= LETTER_PICTURE_WIDTH) ?? width, 'jpg'), alt };
}
