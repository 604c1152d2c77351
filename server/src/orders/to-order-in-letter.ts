import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';
import type { ItemInLetter, OrderInLetter, PictureInLetter } from '../mail/letter.ts';
import { addressLines } from './address-lines.ts';
import type { Line } from './list-lines.ts';
import type { OrderRow } from './table.ts';

/** Sharp on screens with two or three dots to the pixel. */
const LETTER_PICTURE_WIDTH = 240;

/** A completed order as it stands in letters to the buyer or the florist. */
export function toOrderInLetter(order: OrderRow, lines: readonly Line[], reader: 'buyer' | 'florist'): OrderInLetter {
  const { totalPence, deliveryFeePence } = order;
  return {
    id: order.id,
    items: lines.map(toItemInLetter),
    total: toPounds(totalPence ?? 0),
    deliveryFee: toPounds(deliveryFeePence ?? 0),
    paid: toPounds((totalPence ?? 0) + (deliveryFeePence ?? 0)),
    day: formatDay(order.deliveryDate ?? ''),
    address: addressLines(order.address, order.buyer ?? '', reader),
    note: order.text,
  };
}

type Item = Pick<Line, 'name' | 'itemCode' | 'quantity' | 'pricePence' | 'picture'>;

/** One line of an order, completed or not. */
export const toItemInLetter = ({ name, itemCode, quantity, pricePence, picture }: Item): ItemInLetter => ({
  name,
  itemCode,
  quantity,
  price: toPounds(pricePence),
  picture: picture && toPictureInLetter(picture),
});

/** JPEG, which every mail program shows, in a small width. */
function toPictureInLetter({ id, alt, width, widths }: Picture): PictureInLetter {
  return { path: pictureUrl(id, widths.find((each) => each >= LETTER_PICTURE_WIDTH) ?? width, 'jpg'), alt };
}
