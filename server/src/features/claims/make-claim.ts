import type { Claim } from '#contract/claims.ts';
import { londonDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { lockOwnOrder } from '#server/features/orders/lock-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { buyerKeys, findCaptured } from '#server/features/payments/own-orders/buyer-keys.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { manualReviewReasons } from './manual-review-reasons.ts';
import { type PhotoFile, withPhotoFile } from './photos/photo-file.ts';
import { reencodeAndLook } from './photos/reencode-photo.ts';
import { createUploadSlots, type UploadSlot } from './photos/upload-slots.ts';
import { postClaimLetters } from './post-claim-letters.ts';
import type { ClaimForm } from './read-claim-form.ts';
import { readClaimOf } from './read-claims.ts';
import { countClaim, lockRepeated } from './repeated-claims.ts';
import { claims } from './table.ts';

const withUploadSlot = createUploadSlots();

type Reporter = { shopper: Shopper; network: string };
type Receive = (file: PhotoFile, slot: UploadSlot) => Promise<ClaimForm>;

/** `isNew` is false if the order had a claim already: a request whose response was lost may be repeated. */
type Made = { claim: Claim; isNew: boolean };

/**
 * Reports damaged flowers with a photo, once for each order, from the day of delivery on. We promise that a report on that day has
 * the same flowers sent again: at once, unless a person has to look first. The upload is not read before all else allows the claim.
 */
export async function makeClaim(
  deps: Deps,
  { shopper, network }: Reporter,
  orderId: number,
  receive: Receive,
): Promise<Made> {
  // The day on which the request began counts, not the one on which the photo had arrived.
  const now = deps.clock.now();
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status !== 'C') throw new NotFound();
  const known = await readClaimOf(deps.db, orderId);
  if (known) return { claim: known, isNew: false };
  if (order.stage === 'cancelled') throw new Conflict('This order was cancelled.');
  requireDeliveryDay(order, now);
  await countAttempts(deps, [{ what: 'report damaged flowers', who: String(shopper.userId) }]);
  return withUploadSlot({ userId: shopper.userId, network }, async (slot) => {
    // Another request may have made the claim while this one waited.
    const meanwhile = await readClaimOf(deps.db, orderId);
    if (meanwhile) return { claim: meanwhile, isNew: false };
    const report = await withPhotoFile(deps, async (file) => {
      const { text, kind } = await receive(file, slot);
      return { text, ...(await reencodeAndLook(deps, kind, file.fd)), madeAt: now };
    });
    return deps.db.transaction((tx) => record(deps, tx, shopper, orderId, report));
  });
}

/** A completed order has a day, by a constraint of the database. */
function requireDeliveryDay({ deliveryDate }: OrderRow, now: Date): void {
  if (londonDay(now) < (deliveryDate as string))
    throw new Conflict('You can report damaged flowers from the day of delivery on.');
}

type Report = { text: string; photo: Buffer; showsNothing: boolean; madeAt: Date };

const SHOWS_NOTHING = 'Nothing can be made out in the photo: it is one colour, a plain gradient, noise or tiny.';

async function record(
  deps: Deps,
  tx: Transaction,
  shopper: Shopper,
  orderId: number,
  { text, photo, showsNothing, madeAt }: Report,
): Promise<Made> {
  // Before all other locks: a replacement may be placed.
  await shareRules(tx);
  const buyer = await lockUser(tx, shopper.userId);
  const order = await lockOwnOrder(tx, shopper, orderId);
  const known = await readClaimOf(tx, orderId);
  if (known) return { claim: known, isNew: false };
  // While the photo was on its way it may have been cancelled, or moved.
  if (order.stage === 'cancelled') throw new Conflict('This order was cancelled.');
  requireDeliveryDay(order, madeAt);

  const lines = await listLines(tx, [orderId]);
  const keys = buyerKeys(deps, order, await findCaptured(tx, orderId));
  await lockRepeated(tx, keys);
  const reasons = await manualReviewReasons(deps, tx, { order, lines, buyer, keys, madeAt });
  const words = [...reasons.map((reason) => reason.words), ...(showsNothing ? [SHOWS_NOTHING] : [])];
  const why = words.length === 0 ? null : words.join(' ');
  const onTheDay = londonDay(madeAt) === order.deliveryDate;
  const answeredAt = why === null ? deps.clock.now() : null;
  const [made] = await tx
    .insert(claims)
    .values({ orderId, onTheDay, text, photo, madeAt, whyWaits: why, answeredAt })
    .returning({ id: claims.id });
  await countClaim(deps, tx, orderId, keys);
  // An insert without a conflict clause returns its row.
  if (why === null) await replaceOrder(deps, tx, order, { claim: (made as { id: number }).id });
  const claim = (await readClaimOf(tx, orderId)) as Claim;
  await postClaimLetters(deps, tx, { claim, order, lines, buyer, why });
  return { claim, isNew: true };
}
