import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

/** What a token opens: the page that follows the flowers, or the photo in the buyer's letter. One is no good for the other. */
type Opens = 'track' | 'photo';

const SHAPE = /^([1-9]\d{0,9})-([0-9a-f]{32})$/;

/** A link's token for an order: its number, and a signature that only the shop can write. In small letters, as paths are. */
export const orderToken = ({ tracking }: Pick<Secrets, 'tracking'>, opens: Opens, orderId: number): string =>
  `${orderId}-${createHmac('sha256', tracking).update(`${opens} ${orderId}`).digest('hex').slice(0, 32)}`;

/** The order of a token; undefined if the shop did not write it for this. */
export function readOrderToken(secrets: Pick<Secrets, 'tracking'>, opens: Opens, token: string): number | undefined {
  const [, number] = SHAPE.exec(token) ?? [];
  const orderId = Number(number);
  if (!(orderId <= 2_147_483_647)) return undefined;
  const expected = Buffer.from(orderToken(secrets, opens, orderId));
  return timingSafeEqual(expected, Buffer.from(token)) ? orderId : undefined;
}
