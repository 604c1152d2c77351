import type { Claim } from '#contract/claims.ts';
import { londonDay } from '#contract/delivery.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { countAttempts } from '../accounts/throttle.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import { listLines } from '../orders/list-lines.ts';
import { lockOwnOrder } from '../orders/lock-order.ts';
import { replaceOrder } from '../orders/replace-order.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import type { OrderRow } from '../orders/table.ts';
import { manualReviewReason } from './manual-review-reason.ts';
import { type PhotoFile, withPhotoFile } from './photo-file.ts';
import { postClaimLetters } from './post-claim-letters.ts';
import type { ClaimForm } from './read-claim-form.ts';
import { readClaimOf } from './read-claims.ts';
import { redrawPhoto } from './redraw-photo.ts';
import { claims } from './table.ts';
import { createUploadSlots, type UploadSlot } from './upload-slots.ts';

const amongFew = createUploadSlots();

/** Who reports, and from where. */
type Reporter = { shopper: Shopper; network: string };
type Receive = (file: PhotoFile, place: UploadSlot) => Promise<ClaimForm>;

/** `isNew` is false for one that was there: whoever lost the answer may ask again, and nothing happens twice. */
type Made = { claim: Claim; isNew: boolean };

/**
 * Damaged flowers, reported with a photo once for each order, from the day of delivery on. On that day it is the promise:
 * the same flowers are sent again at once. Nothing is received before all that can be known beforehand allows it.
 */
export async function makeClaim(
  deps: Deps,
  { shopper, network }: Reporter,
  orderId: number,
  receive: Receive,
): Promise<Made> {
  // The day one pressed the button counts, not the one on which the photo had arrived.
  const now = deps.clock.now();
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status !== 'C') throw new NotFound();
  const known = await readClaimOf(deps.db, orderId);
  if (known) return { claim: known, isNew: false };
  requireDeliveryDay(order, now);
  await countAttempts(deps, [{ what: 'report damaged flowers', who: String(shopper.userId) }]);
  return amongFew({ userId: shopper.userId, network }, async (place) => {
    // One that was before this one may have been made while it waited.
    const meanwhile = await readClaimOf(deps.db, orderId);
    if (meanwhile) return { claim: meanwhile, isNew: false };
    const report = await withPhotoFile(deps, async (file) => {
      const { text, kind } = await receive(file, place);
      return { text, photo: await redrawPhoto(deps, kind, file.fd), madeAt: now };
    });
    return deps.db.transaction((tx) => record(deps, tx, shopper, orderId, report));
  });
}

function requireDeliveryDay({ deliveryDate }: OrderRow, now: Date): void {
  if (londonDay(now) < (deliveryDate as string))
    throw new Conflict('You can report damaged flowers from the day of delivery on.');
}

type Report = { text: string; photo: Buffer; madeAt: Date };

async function record(deps: Deps, tx: Transaction, shopper: Shopper, orderId: number, report: Report): Promise<Made> {
  const buyer = await lockUser(tx, shopper.userId);
  const order = await lockOwnOrder(tx, shopper, orderId);
  const known = await readClaimOf(tx, orderId);
  if (known) return { claim: known, isNew: false };

  const lines = await listLines(tx, [orderId]);
  const onTheDay = londonDay(report.madeAt) === order.deliveryDate;
  const why = await manualReviewReason(tx, order, lines, onTheDay);
  const [made] = await tx
    .insert(claims)
    .values({ orderId, onTheDay, ...report, answeredAt: why ? null : deps.clock.now() })
    .returning({ id: claims.id });
  if (!why) await replaceOrder(deps, tx, order, (made as { id: number }).id);
  const claim = (await readClaimOf(tx, orderId)) as Claim;
  await postClaimLetters(deps, tx, { claim, order, lines, buyer, why });
  return { claim, isNew: true };
}
