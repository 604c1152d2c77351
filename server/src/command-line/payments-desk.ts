import { formatMoment } from '#contract/moments.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { PaypalRefused, PaypalUnclear } from '#server/features/payments/paypal/paypal-problems.ts';
import {
  listUnknownCaptures,
  type UnknownCapture,
} from '#server/features/payments/unknown-money/list-unknown-captures.ts';
import { listUnrecorded, type Unrecorded } from '#server/features/payments/unknown-money/list-unrecorded.ts';
import { type Refunded, refundUnknownCapture } from '#server/features/payments/unknown-money/refund-unknown-capture.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { type Desk, NotDone, writeLog } from './desk.ts';
import { printable } from './printable.ts';

export type RefundRequest = {
  /** Only these captures; all of this installation's if none is named. */
  captures: string[];
  /** What the sum must be, as `67.00`: replaces the prompt. */
  total: string | undefined;
};

const pounds = (pence: number): string => formatPounds(toPounds(pence));
const sumOf = (captures: readonly UnknownCapture[]): number => captures.reduce((sum, { pence }) => sum + pence, 0);

/**
 * Reports where PayPal and the shop differ: captures for orders that the shop does not know, and what became of payments
 * that it knows without having it written down. Changes nothing, here or there.
 */
export async function reportUnknownMoney(desk: Desk): Promise<void> {
  const { ours, unmarked } = await describeUnknown(desk);
  await describeUnrecorded(desk);
  if (ours.length + unmarked.length === 0) return;
  desk.print(
    [
      '',
      'Nothing was given back. If the shop that took this money is closed for good, and the orders are lost:',
      ...(ours.length > 0
        ? ['  npm run desk -- payments reconcile --refund                 gives all of it back, after asking']
        : []),
      '  npm run desk -- payments reconcile --refund --capture ID    gives back what you name',
    ].join('\n'),
  );
}

/** Refunds the captures that are named, or all of this installation's, after the sum was confirmed. */
export async function refundUnknownMoney(desk: Desk, { captures: named, total }: RefundRequest): Promise<void> {
  if (await isOnStandby(desk.db))
    throw new NotDone(
      'This is a restored copy on standby: the money may belong to orders of the shop that is open. Nothing was given back.',
    );
  const { all, ours } = await describeUnknown(desk);
  const wanted = named.length === 0 ? ours : [...new Set(named)].map((id) => requireRefundable(all, id));
  if (wanted.length === 0) return;
  await requireConfirmation(desk, wanted, total);
  const failed: UnknownCapture[] = [];
  for (const capture of wanted) if (!(await refund(desk, capture))) failed.push(capture);
  if (failed.length > 0) throw new NotDone(`${pounds(sumOf(failed))} was not given back; it can be asked for again.`);
}

async function describeUnknown(desk: Desk) {
  const installation = await findInstallation(desk.db);
  const { since, captures: all } = await listUnknownCaptures(desk).catch(explainPaypal);
  const of = (origin: UnknownCapture['origin']) => all.filter((capture) => capture.origin === origin);
  const [ours, unmarked, elsewhere] = [of('ours'), of('unmarked'), of('elsewhere')];
  const from = formatMoment(since);
  if (ours.length === 0)
    desk.print(`Since ${from} PayPal took nothing for this shop (${installation}) that it does not know.`);
  else
    desk.print(
      `Since ${from} PayPal took ${pounds(sumOf(ours))} for orders of this shop (${installation}) that it does not know:`,
    );
  for (const capture of ours) desk.print(describeCapture(capture));
  if (unmarked.length > 0)
    desk.print(
      `\n${pounds(sumOf(unmarked))} on invoices of an earlier version, which do not say whose they are. It may be another shop's:`,
    );
  for (const capture of unmarked) desk.print(describeCapture(capture));
  if (elsewhere.length > 0) {
    const ids = [...new Set(elsewhere.map((capture) => capture.installation))].join(', ');
    desk.print(`\nLeft alone: ${pounds(sumOf(elsewhere))} of other installations (${ids}).`);
  }
  return { all, ours, unmarked };
}

/** Nobody has to act on these: a shop that is open settles them, a copy does so when it takes over. */
async function describeUnrecorded(desk: Desk): Promise<void> {
  const found = await listUnrecorded(desk).catch(explainPaypal);
  if (found.length === 0) return;
  const when = (await isOnStandby(desk.db)) ? 'when this copy takes over' : 'within minutes if the shop is open';
  desk.print(`\nPayments that the shop knows and PayPal is further with (${found.length}). They are settled ${when}:`);
  for (const one of found) desk.print(describeOne(one));
}

const describeOne = ({ what, pence, at, orderId, providerId, state }: Unrecorded): string =>
  `  ${pounds(pence)} ${what} ${describeTime(at)}, order ${orderId}, ${what === 'captured' ? 'capture' : 'refund'} ${printable(providerId)}; here the payment is ${state}`;

const describeTime = (at: Date): string =>
  Number.isNaN(at.getTime()) ? 'at a time PayPal does not name' : formatMoment(at);

const describeCapture = ({ captureId, invoice, orderId, pence, takenAt }: UnknownCapture): string =>
  [
    '',
    `  ${pounds(pence)}, ${describeTime(takenAt)}, order ${orderId}`,
    `      Capture ${printable(captureId)}`,
    `      Invoice ${printable(invoice)}`,
  ].join('\n');

function requireRefundable(all: readonly UnknownCapture[], id: string): UnknownCapture {
  const capture = all.find(({ captureId }) => captureId === id);
  if (!capture) throw new NotDone(`There is no capture ${JSON.stringify(id)} among these. Nothing was given back.`);
  if (capture.origin === 'elsewhere')
    throw new NotDone(
      `Capture ${id} is of installation ${capture.installation}, not of this shop. Nothing was given back.`,
    );
  return capture;
}

/** A person types yes; a script names the sum, so that it never refunds more than its author meant. */
async function requireConfirmation(
  { prompt, print }: Desk,
  wanted: UnknownCapture[],
  total: string | undefined,
): Promise<void> {
  const pence = sumOf(wanted);
  if (total !== undefined) {
    if (total === (pence / 100).toFixed(2)) return;
    throw new NotDone(`The sum is ${(pence / 100).toFixed(2)}, not ${JSON.stringify(total)}. Nothing was given back.`);
  }
  if (!prompt)
    throw new NotDone(
      `Nobody is there to be asked. Name the sum: --total ${(pence / 100).toFixed(2)}. Nothing was given back.`,
    );
  print('');
  const many = wanted.length === 1 ? '1 payment' : `${wanted.length} payments`;
  const answer = await prompt(`Give back ${pounds(pence)}, ${many}? It cannot be undone. Type yes to do it: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new NotDone('Nothing was given back.');
}

const OUTCOMES = {
  now: 'was given back.',
  pending: 'is on its way back; PayPal takes a while.',
  before: 'had been given back already.',
  refused: 'was not given back: PayPal refuses. Please look there.',
} as const satisfies Record<Refunded, string>;

/** Logged before PayPal is called, and again with the outcome. */
async function refund(desk: Desk, capture: UnknownCapture): Promise<boolean> {
  const { captureId, invoice, orderId, pence } = capture;
  const details = { capture: captureId, invoice, pence };
  await desk.db.transaction((tx) => writeLog(desk, tx, 'begin refund of unknown capture', orderId, details));
  const outcome = await refundUnknownCapture(desk, capture).catch((error: unknown) => {
    if (!(error instanceof PaypalUnclear)) throw error;
    return 'unclear' as const;
  });
  await desk.db.transaction((tx) =>
    writeLog(desk, tx, 'refund unknown capture', orderId, { ...details, came: outcome }),
  );
  const words =
    outcome === 'unclear' ? 'may or may not have been given back: PayPal gave no clear answer.' : OUTCOMES[outcome];
  desk.print(`${pounds(pence)} of order ${orderId} (capture ${printable(captureId)}) ${words}`);
  return outcome !== 'unclear' && outcome !== 'refused';
}

function explainPaypal(error: unknown): never {
  if (error instanceof PaypalUnclear || error instanceof PaypalRefused)
    throw new NotDone(`PayPal could not be asked. Does this command have the settings of the shop? ${error.message}`);
  throw error;
}
