import type { AnswerSwap, SwapQuestion } from '#contract/desk-swaps.ts';
import { nameInSize } from '#contract/line-words.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { BY_BUYER } from '#server/features/staff/done-by.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { swaps } from '../table.ts';

const GONE = 'This question is no longer open. The flower may have been found after all.';

/** What the buyer is asked, by the key in the letter. */
export async function showSwapQuestion({ db }: Pick<Deps, 'db'>, key: string): Promise<SwapQuestion> {
  return (await find(db, key)).question;
}

/** The photo in the letter. */
export async function findSwapPhoto({ db }: Pick<Deps, 'db'>, key: string): Promise<Buffer> {
  const [swap] = await db
    .select({ photo: swaps.photo })
    .from(swaps)
    .where(eq(swaps.hash, hashKey(key)));
  if (!swap?.photo) throw new NotFound();
  return swap.photo;
}

/** The buyer agrees or wants a call. The answer may be changed until the flowers are tied; the same again changes nothing. */
export async function answerSwap(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  key: string,
  { answer }: AnswerSwap,
): Promise<SwapQuestion> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, (await find(tx, key)).question.order);
    // Again, under the lock: it may have been withdrawn or answered meanwhile.
    const { id, question } = await find(tx, key);
    if (question.state === answer) return question;
    if (!question.can_answer)
      throw new Conflict('This has been settled meanwhile. Please write to us if it is not right.');
    await tx.update(swaps).set({ state: answer, answeredAt: clock.now() }).where(eq(swaps.id, id));
    await recordEvent(tx, question.order, {
      at: clock.now(),
      ...BY_BUYER,
      what: 'swap answered',
      before: question.state,
      after: answer,
    });
    return { ...question, state: answer };
  });
}

async function find(db: Database | Transaction, key: string): Promise<{ id: number; question: SwapQuestion }> {
  const [found] = await db
    .select({
      id: swaps.id,
      state: swaps.state,
      flower: swaps.flower,
      count: swaps.count,
      instead: swaps.instead,
      insteadCount: swaps.insteadCount,
      hasPhoto: sql<boolean>`${swaps.photo} is not null`,
      orderId: swaps.orderId,
      name: orderItems.name,
      size: orderItems.size,
      stage: orders.stage,
      deliveryDate: orders.deliveryDate,
    })
    .from(swaps)
    .innerJoin(orderItems, eq(orderItems.id, swaps.itemId))
    .innerJoin(orders, eq(orders.id, swaps.orderId))
    .where(eq(swaps.hash, hashKey(key)));
  if (!found) throw new NotFound(GONE);
  const { id, state, flower, count, instead } = found;
  return {
    id,
    question: {
      order: found.orderId,
      bouquet: nameInSize(found),
      flower,
      count,
      instead,
      state,
      instead_count: found.insteadCount,
      // An order that is to tie has its day, by a constraint of the database.
      arrives_on: found.deliveryDate as string,
      has_photo: found.hasPhoto,
      can_answer: state !== 'made' && found.stage === 'to tie',
    },
  };
}
