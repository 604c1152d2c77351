import type { UnknownMoney } from '#contract/desk-takings.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { listUnknownCaptures } from '../payments/list-unknown-captures.ts';
import { PaypalRefused, PaypalUnclear } from '../payments/paypal-problems.ts';

/** What PayPal captured for orders of this shop that it does not know. `npm run desk -- payments reconcile` gives it back. */
export async function askForUnknownMoney(deps: Pick<Deps, 'clock' | 'db' | 'paypal'>): Promise<UnknownMoney> {
  const { since, captures } = await listUnknownCaptures(deps).catch((error: unknown) => {
    if (!(error instanceof PaypalUnclear) && !(error instanceof PaypalRefused)) throw error;
    throw new Conflict('PayPal could not be asked just now. Please try again in a moment.');
  });
  return {
    since: since.toISOString(),
    captures: captures
      .filter(({ origin }) => origin !== 'elsewhere')
      .map(({ captureId, invoice, pence, takenAt }) => ({
        ...{ capture: captureId, invoice, amount: toPounds(pence) },
        taken_at: Number.isNaN(takenAt.getTime()) ? null : takenAt.toISOString(),
      })),
  };
}
