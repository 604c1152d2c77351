import type { Claim } from '#contract/claims.ts';
import { formatDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import type { UserRow } from '#server/features/accounts/to-user.ts';
import { linkToOrder } from '#server/features/orders/letters/link-to-order.ts';
import { toOrderInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import type { Line } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { ReplacementInLetter } from '#server/platform/mail/order-in-letter.ts';

type LetterDeps = Pick<Deps, 'config' | 'mail'>;
type ReportedClaim = { claim: Claim; order: OrderRow; lines: readonly Line[]; buyer: UserRow; why: string | null };

/** Writes to the buyer and, if the claim needs a decision, to the florist. A replacement has a ticket of its own. */
export async function postClaimLetters(
  { config, mail }: LetterDeps,
  tx: Transaction,
  { claim, order, lines, buyer, why }: ReportedClaim,
): Promise<void> {
  const { id, email: to, firstName } = buyer;
  // What the desk had sent before is no answer to this report.
  const replacement = why === null ? toReplacement(claim) : null;
  const link = linkToOrder(config, replacement?.order ?? order.id);
  const { order: orderId, on_the_day: onTheDay, text: words } = claim;
  await mail.post(tx, { kind: 'claim-taken', to, firstName, orderId, onTheDay, replacement, link }, id);
  if (why === null) return;
  // Posted without the buyer's id: it must reach the florist even if the buyer deletes their account.
  await mail.post(tx, {
    kind: 'claim-to-answer',
    to: config.shopEmail,
    firstName: '',
    claim: claim.id,
    order: toOrderInLetter(order, lines, await listSums(tx, order.id), 'florist'),
    words,
    why,
  });
}

/** What the florist decided: new flowers, words, or both. */
export async function postAnswer(
  { config, mail }: LetterDeps,
  tx: Transaction,
  { claim, buyer, words }: { claim: Claim; buyer: UserRow; words: string | null },
): Promise<void> {
  const { id, email: to, firstName } = buyer;
  const replacement = toReplacement(claim);
  const link = linkTo(config, claim);
  await mail.post(tx, { kind: 'claim-answered', to, firstName, orderId: claim.order, words, replacement, link }, id);
}

function toReplacement({ replacement }: Claim): ReplacementInLetter | null {
  return replacement && { order: replacement.order, day: formatDay(replacement.delivery_date) };
}

const linkTo = (config: Deps['config'], { order, replacement }: Claim): string =>
  linkToOrder(config, replacement?.order ?? order);
