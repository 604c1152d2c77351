import { formatDay } from '#contract/delivery.ts';
import type { MakeSwap, Swap } from '#contract/desk-swaps.ts';
import { nameInSize } from '#contract/line-words.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { hashKey, makeKey } from '#server/features/accounts/keys.ts';
import { users } from '#server/features/accounts/table.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orderItems } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { describeStage } from '../describe-stage.ts';
import { swaps } from '../table.ts';
import { listSwaps } from './list-swaps.ts';

type SwapDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;
type Wanted = Omit<MakeSwap, 'photo'>;

/**
 * A flower is missing and another goes in. The florist chooses and the buyer is told, or the buyer is asked first by a letter
 * with two links, and the ticket waits. The same swap, sent again, is answered with the one there is. The photo is
 * re-encoded already.
 */
export async function makeSwap(
  { clock, config, db, mail }: SwapDeps,
  by: DoneBy,
  orderId: number,
  wanted: Wanted,
  photo?: Buffer,
): Promise<{ swap: Swap; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const known = await findSame(tx, orderId, wanted);
    if (known) return { swap: await read(tx, orderId, known), isNew: false };
    if (order.stage !== 'to tie') throw new Conflict(await describeStage(tx, order, clock.now()));
    const id = await addSwap({ config, mail }, tx, by, order, wanted, {
      at: clock.now(),
      ...(photo && { photo }),
    });
    return { swap: await read(tx, orderId, id), isNew: true };
  });
}

type Further = { at: Date; photo?: Buffer; heldSeconds?: number };

/** One swap in an order that is locked and to tie, with its letter; returns its id. A photo is shown in a letter that asks. */
export async function addSwap(
  { config, mail }: Pick<SwapDeps, 'config' | 'mail'>,
  tx: Transaction,
  by: DoneBy,
  order: OrderRow,
  wanted: Wanted,
  { at, photo, heldSeconds }: Further,
): Promise<number> {
  const { id: orderId } = order;
  const line = await requireStems(tx, orderId, wanted);
  const buyer = await findBuyer(tx, order);
  requireConsent(order, wanted, buyer !== undefined);
  const key = wanted.ask ? makeKey() : undefined;
  const { item: itemId, flower, count, instead, instead_count: insteadCount = count } = wanted;
  const [made] = await tx
    .insert(swaps)
    .values({
      orderId,
      itemId,
      flower,
      count,
      instead,
      insteadCount,
      state: wanted.ask ? 'asked' : 'made',
      hash: key ? hashKey(key) : null,
      photo: photo ?? null,
      staffId: by.staffId,
      madeAt: at,
    })
    .returning({ id: swaps.id });
  await recordEvent(tx, orderId, {
    at,
    ...by,
    what: wanted.ask ? 'swap asked' : 'swap',
    before: `${count} ${flower}`,
    after: `${insteadCount} ${instead}`,
  });
  if (buyer && (key || wanted.tell)) {
    const told = { orderId, bouquet: nameInSize(line), flower, count, instead, insteadCount };
    const day = formatDay(order.deliveryDate as string);
    const letter = { ...told, to: buyer.email, firstName: buyer.firstName, day };
    const photoPath = key && photo ? `/api/swaps/${key}/photo/` : null;
    const held = heldSeconds === undefined ? undefined : { heldSeconds };
    if (key) {
      const link = `${config.publicUrl}/swap/${key}`;
      await mail.post(tx, { kind: 'swap-asked', ...letter, photoPath, link }, buyer.id, held);
    } else await mail.post(tx, { kind: 'swap-made', ...letter }, buyer.id, held);
  }
  return (made as { id: number }).id;
}

/** Whether the buyer has to be asked: who has left cannot be. */
export const mustAsk = ({ swapChoice, userId }: Pick<OrderRow, 'swapChoice' | 'userId'>): boolean =>
  swapChoice === 'ask' && userId !== null;

async function read(tx: Transaction, orderId: number, id: number): Promise<Swap> {
  return (await listSwaps(tx, orderId)).find((swap) => swap.id === id) as Swap;
}

async function findSame(tx: Transaction, orderId: number, wanted: Wanted): Promise<number | undefined> {
  const [same] = await tx
    .select({ id: swaps.id })
    .from(swaps)
    .where(
      and(
        eq(swaps.orderId, orderId),
        eq(swaps.itemId, wanted.item),
        eq(swaps.flower, wanted.flower),
        eq(swaps.instead, wanted.instead),
        eq(swaps.count, wanted.count),
      ),
    );
  return same?.id;
}

/** The line, if so many stems of that flower are in each of its bouquets and not swapped yet. */
async function requireStems(tx: Transaction, orderId: number, { item, flower, count, instead }: Wanted) {
  const [line] = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.id, item), eq(orderItems.orderId, orderId)));
  if (!line) throw new Invalid({ item: ['This is not a line of the order.'] });
  if (flower === instead) throw new Invalid({ instead: ['That is the flower that is missing.'] });
  // Orders from before recipes were stored: nobody can say what was in them.
  if (line.stems.length === 0) return line;
  const inRecipe = line.stems.filter((stem) => stem.flower === flower).reduce((sum, stem) => sum + stem.count, 0);
  if (inRecipe === 0) throw new Invalid({ flower: ['This flower is not in the recipe.'] });
  const [swapped] = await tx
    .select({ count: sql<number>`coalesce(sum(${swaps.count}), 0)::integer` })
    .from(swaps)
    .where(and(eq(swaps.itemId, item), eq(swaps.flower, flower)));
  const left = inRecipe - (swapped?.count ?? 0);
  if (count > left)
    throw new Invalid({ count: [left > 0 ? `Only ${left} are left to swap.` : 'All of them are swapped.'] });
  return line;
}

async function findBuyer(tx: Transaction, { userId }: OrderRow) {
  if (userId === null) return undefined;
  const [buyer] = await tx.select().from(users).where(eq(users.id, userId));
  return buyer;
}

function requireConsent({ swapChoice }: OrderRow, { ask }: Wanted, canAsk: boolean): void {
  if (ask && !canAsk) throw new Invalid({ ask: ['The buyer has left: nobody can be asked.'] });
  if (!ask && canAsk && swapChoice === 'ask') throw new Invalid({ ask: ['This buyer wants to be asked first.'] });
}
