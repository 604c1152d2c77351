import type { UnknownMoney } from '#contract/desk-takings.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { PaypalRefused, PaypalUnclear } from '#server/features/payments/paypal/paypal-problems.ts';
import { listUnknownCaptures } from '#server/features/payments/unknown-money/list-unknown-captures.ts';
import { memoizeFor } from '#server/platform/memoize.ts';

type TakingsDeps = Pick<Deps, 'clock' | 'db' | 'paypal'>;

/** The asking that is under way in this process. */
const asking = memoizeFor((_: Deps['db']) => ({ current: undefined as Promise<UnknownMoney> | undefined }));

/**
 * What PayPal captured for orders of this shop that it does not know. `npm run desk -- payments reconcile` gives it back. Everything
 * of a month is read for it, so that whoever asks meanwhile gets the same answer.
 */
export function askForUnknownMoney(deps: TakingsDeps): Promise<UnknownMoney> {
  const shared = asking(deps.db);
  shared.current ??= askPaypal(deps).finally(() => {
    shared.current = undefined;
  });
  return shared.current;
}

async function askPaypal(deps: TakingsDeps): Promise<UnknownMoney> {
  const { since, captures } = await listUnknownCaptures(deps).catch((error: unknown) => {
    if (!(error instanceof PaypalUnclear) && !(error instanceof PaypalRefused)) throw error;
    throw new Conflict('PayPal could not be asked just now. Please try again in a moment.');
  });
  return {
    since: since.toISOString(),
    captures: captures
      .filter(({ origin }) => origin !== 'elsewhere')
      .map(({ captureId, invoice, pence, takenAt }) => ({
        capture: captureId,
        invoice,
        amount: toPounds(pence),
        taken_at: Number.isNaN(takenAt.getTime()) ? null : takenAt.toISOString(),
      })),
  };
}
