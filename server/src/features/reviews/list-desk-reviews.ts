import type { DeskReview, ListDeskReviews } from '#contract/desk-reviews.ts';
import { dropDirectionMarks } from '#contract/invisible.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { reviews } from './table.ts';
import { toAuthor } from './to-review.ts';

const SHOWN = {
  unanswered: and(isNull(reviews.answer), isNull(reviews.hiddenAt)),
  answered: and(isNotNull(reviews.answer), isNull(reviews.hiddenAt)),
  hidden: isNotNull(reviews.hiddenAt),
  all: undefined,
} satisfies Record<ListDeskReviews['show'], SQL | undefined>;

/** Reviews of every bouquet, the newest first. */
export async function listDeskReviews(
  { db }: Pick<Deps, 'db'>,
  { show, before, limit }: ListDeskReviews,
): Promise<DeskReview[]> {
  return read(db, and(SHOWN[show], before === undefined ? undefined : lt(reviews.id, before)), limit);
}

export async function findDeskReview({ db }: Pick<Deps, 'db'>, id: number): Promise<DeskReview> {
  const [review] = await read(db, eq(reviews.id, id), 1);
  if (!review) throw new NotFound();
  return review;
}

/** The name of a member of staff, without joining that table twice. */
const nameOf = (id: SQL) => sql<string | null>`(select name from staff where staff.id = ${id})`;

async function read(db: Database, where: SQL | undefined, limit: number): Promise<DeskReview[]> {
  const rows = await db
    .select({
      review: reviews,
      product: { id: products.id, name: products.name, pictures: products.pictures },
      author: { firstName: users.firstName, lastName: users.lastName },
      hiddenBy: nameOf(sql`${reviews.hiddenById}`),
      answeredBy: nameOf(sql`${reviews.answeredById}`),
      order: sql<number | null>`(select max(${orders.id}) from ${orders}
        inner join ${orderItems} on ${orderItems.orderId} = ${orders.id} where ${orders.userId} = ${reviews.userId}
          and ${orderItems.productId} = ${reviews.productId} and ${orders.status} = 'C' and ${orders.completedAt} <= ${reviews.writtenAt})`,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(where)
    .orderBy(desc(reviews.id))
    .limit(limit);
  return rows.map(({ review, product: { pictures, ...product }, author, hiddenBy, answeredBy, order }) => ({
    id: review.id,
    product: { ...product, picture: pictures[0] ?? null },
    order,
    author: toAuthor(author),
    rating: review.rating,
    text: dropDirectionMarks(review.text),
    written_at: review.writtenAt.toISOString(),
    edited_at: review.editedAt?.toISOString() ?? null,
    hidden: review.hiddenAt && { at: review.hiddenAt.toISOString(), reason: review.hiddenReason, by: hiddenBy },
    answer:
      review.answer !== null && review.answeredAt !== null
        ? { text: review.answer, at: review.answeredAt.toISOString(), by: answeredBy }
        : null,
  }));
}
