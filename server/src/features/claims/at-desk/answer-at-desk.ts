import type { AnswerClaim, ReplaceForClaim } from '#contract/desk-claims.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { answerClaim, replaceFlowers } from './answer-claim.ts';
import { describeAnswered } from './describe-answered.ts';

type ClaimDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;

/** Answers a claim by letter. Refused in words if a colleague was faster. */
export async function answerAtDesk(
  deps: ClaimDeps,
  by: DoneBy,
  claimId: number,
  { words }: AnswerClaim,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { claim, done } = await answerClaim(deps, tx, by, claimId, words);
    if (!done) throw new Conflict(describeAnswered(claim));
  });
}

/** Sends new flowers, with words or without. Refused in words if they are on their way already. */
export async function replaceAtDesk(
  deps: ClaimDeps,
  by: DoneBy,
  claimId: number,
  { words }: ReplaceForClaim,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { claim, done } = await replaceFlowers(deps, tx, by, claimId, words ?? null);
    if (!done) throw new Conflict(describeAnswered(claim));
  });
}
