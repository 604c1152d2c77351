import { writeFile } from 'node:fs/promises';
import type { Claim } from '#contract/claims.ts';
import { formatDay } from '#contract/delivery.ts';
import { MAX_ANSWER_LENGTH } from '#contract/desk-claims.ts';
import { formatMoment } from '#contract/moments.ts';
import { paragraphs } from '#contract/text.ts';
import { NotFound } from '#server/errors.ts';
import { answerClaim, replaceFlowers } from '#server/features/claims/at-desk/answer-claim.ts';
import { readClaims } from '#server/features/claims/read-claims.ts';
import { claims } from '#server/features/claims/table.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import { findReported } from '#server/features/orders/paid/find-reported.ts';
import { orders } from '#server/features/orders/table.ts';
import { listRefundsOfOrder } from '#server/features/payments/refunds/list-refunds.ts';
import { eq, isNull } from '#server/platform/database/drizzle.ts';
import { describeWhole } from './describe-order.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { printableLines } from './printable.ts';

const Words = paragraphs(MAX_ANSWER_LENGTH);

/** The claims that wait for an answer, the oldest first. */
export async function listOpenClaims({ db, print }: Desk): Promise<void> {
  const open = await readClaims(db, isNull(claims.answeredAt));
  if (open.length === 0) print('No claim waits for an answer.');
  else print(open.length === 1 ? '1 claim waits for an answer.' : `${open.length} claims wait for an answer.`);
  for (const claim of open) print(['', ...describeClaim(claim)].join('\n'));
}

export async function showClaim({ db, print }: Desk, id: number): Promise<void> {
  const [claim] = await readClaims(db, eq(claims.id, id));
  if (!claim) throw new NotDone(`There is no claim ${id}.`);
  print(describeClaim(claim).join('\n'));
  const [order] = await db.select().from(orders).where(eq(orders.id, claim.order));
  if (!order) return;
  const [lines, sums] = [await listLines(db, [order.id]), await listSums(db, order.id)];
  const [refunds, reported] = [await listRefundsOfOrder(db, order.id), await findReported(db, order.id)];
  print(['', ...describeWhole(order, lines, sums, refunds, reported)].join('\n'));
}

/** Writes the photo to a file that only its owner may read. The log records that a private photo was copied. */
export async function savePhoto(desk: Desk, id: number, file: string): Promise<void> {
  await inTransaction(desk, `claim ${id}`, async (tx) => {
    const [claim] = await tx.select({ photo: claims.photo }).from(claims).where(eq(claims.id, id));
    if (!claim) throw new NotFound();
    await writeLog(desk, tx, 'save photo of claim', id);
    await writeFile(file, claim.photo, { flag: 'wx', mode: 0o600 });
  });
  desk.print(`The photo of claim ${id} is in ${file}. Delete it when you have seen it.`);
}

export async function replaceForClaim(desk: Desk, id: number, text: string | undefined): Promise<void> {
  const words = text === undefined ? null : readWords(text);
  const { claim, done } = await inTransaction(desk, `claim ${id}`, (tx) =>
    replaceFlowers(desk, tx, desk.by, id, words),
  );
  if (!done) return desk.print(outcomeOf(claim));
  desk.print(
    `Order ${claim.replacement?.order} replaces order ${claim.order}, for ${dayOf(claim)}. The buyer gets a letter.`,
  );
}

export async function answerInWords(desk: Desk, id: number, text: string): Promise<void> {
  const words = readWords(text);
  const { claim, done } = await inTransaction(desk, `claim ${id}`, (tx) => answerClaim(desk, tx, desk.by, id, words));
  desk.print(done ? `Claim ${id} is answered. The buyer gets a letter.` : outcomeOf(claim));
}

function readWords(text: string): string {
  const { data, error } = Words.safeParse(text);
  if (error) throw new NotDone(`These words cannot be sent: ${error.issues.map(({ message }) => message).join(' ')}`);
  return data;
}

function describeClaim(claim: Claim): string[] {
  const day = claim.on_the_day ? 'on the day of delivery' : 'after the day of delivery';
  return [
    `Claim ${claim.id}, order ${claim.order}, reported ${formatMoment(claim.made_at)}, ${day}`,
    ...printableLines(claim.text, '      '),
    ...(claim.status === 'open' ? [] : [`  ${outcomeOf(claim)}`]),
    ...(claim.answer === null ? [] : printableLines(claim.answer, '      ')),
  ];
}

/** The answer as a sentence. */
function outcomeOf(claim: Claim): string {
  const at = claim.answered_at ? `, on ${formatMoment(claim.answered_at)}` : '';
  if (!claim.replacement) return `Claim ${claim.id} was answered already${at}.`;
  return `Claim ${claim.id} was replaced already${at}: order ${claim.replacement.order}, for ${dayOf(claim)}.`;
}

/** Only for a claim that has a replacement. */
const dayOf = ({ replacement }: Claim): string => formatDay(replacement?.delivery_date as string);
