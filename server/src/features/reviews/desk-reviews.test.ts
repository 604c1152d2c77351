import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskReview } from '#contract/desk-reviews.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { deliverTo, listMiscounted, reviewCalls, someoneWith } from '#server/testing/reviewers.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let flora: Awaited<ReturnType<typeof employ>>;
let owner: Awaited<ReturnType<typeof employ>>;
let product: number;

beforeAll(async () => {
  shop = await openTestShop();
  flora = await employ(shop, ['florist'], 'Flora Reed');
  owner = await employ(shop, ['owner'], 'Olive Hart');
  product = await productId(shop, 'Tearoom');
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  expect(await listMiscounted(shop)).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate throttles, desk_log`);
  await shop.deps.db.execute(sql`update products set rating_sum = 0, review_count = 0`);
  await shop.deps.db.execute(sql`delete from reviews`);
});

const { read, write, list } = reviewCalls(() => shop);

async function someReview() {
  const person = await someoneWith(shop, product);
  const { review } = (await write(person.access, product)).json() as OwnReview;
  return { person, id: review?.id as number };
}
const at = (id: number, rest: string) => `/api/desk/reviews/${id}/${rest}`;
const listed = async (query = ''): Promise<DeskReview[]> =>
  (await shop.get(`/api/desk/reviews/${query}`, flora.headers)).json();
const answer = (id: number, words: string, seen: string | null = null, { headers } = flora) =>
  shop.call('PUT', at(id, 'answer/'), { body: { words, seen }, headers });

describe('GET /api/desk/reviews/', () => {
  test('lists the newest first by what is to be done about them', async () => {
    const [one, two, three] = [await someReview(), await someReview(), await someReview()];
    await answer(one.id, 'Thank you.');
    await shop.post(at(two.id, 'hide/'), { reason: 'Abuse' }, flora.headers);
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
    expect(await ids('')).toEqual([three.id]);
    expect(await ids('?show=answered')).toEqual([one.id]);
    expect(await ids('?show=hidden')).toEqual([two.id]);
    expect(await ids('?show=all')).toEqual([three.id, two.id, one.id]);
    expect(await ids(`?show=all&limit=1&before=${three.id}`)).toEqual([two.id]);
    expect((await listed('?show=answered'))[0]).toMatchObject({
      author: 'Ada L.',
      rating: 5,
      product: { id: product, name: 'Tearoom', picture: { id: expect.any(String) } },
      order: expect.any(Number),
      hidden: null,
      answer: { text: 'Thank you.', at: TEST_NOW.toISOString(), by: 'Flora Reed' },
    });
  });

  test('names the order after which it was written, not one that came later', async () => {
    const { id, person } = await someReview();
    const [before] = await listed();
    const later = await deliverTo(shop, person, product);
    await shop.deps.db.execute(
      sql`update orders set completed_at = completed_at + interval '1 hour' where id = ${later}`,
    );
    expect(await listed()).toMatchObject([{ id, order: before?.order }]);
  });
});

describe('PUT /api/desk/reviews/{id}/answer/', () => {
  test('stands under the review for everybody at once, and can be changed and taken back', async () => {
    const { id } = await someReview();
    shop.deps.responseCache.clear();
    await shop.get('/api/products/facets/');
    expect((await answer(id, 'Thank you.\nWe changed the lavender.')).status).toBe(200);
    expect(shop.deps.responseCache.find('/api/products/facets/')).toBeUndefined();
    expect((await list(product))[0]?.answer).toEqual({
      text: 'Thank you.\nWe changed the lavender.',
      answered_at: TEST_NOW.toISOString(),
    });
    await answer(id, 'Thank you.', TEST_NOW.toISOString());
    expect((await list(product))[0]?.answer?.text).toBe('Thank you.');
    await shop.call('DELETE', at(id, 'answer/'), { headers: flora.headers });
    expect((await list(product))[0]).not.toHaveProperty('answer');
    expect(await shop.deps.db.select().from(deskLog).orderBy(deskLog.id)).toMatchObject([
      { action: 'answer review', subjectId: id, staffId: flora.id, details: { before: null } },
      { action: 'answer review', details: { after: 'Thank you.' } },
      { action: 'take back answer to review', details: { before: 'Thank you.' } },
    ]);
  });

  test('of two who answer at once, one is told that the other did', async () => {
    const { id } = await someReview();
    const presses = await Promise.all([answer(id, 'From Flora'), answer(id, 'From Olive', null, owner)]);
    const statuses = presses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const winner = statuses[0] === 200 ? 'Flora Reed' : 'Olive Hart';
    expect(presses.find(({ status }) => status === 409)?.json()).toEqual({
      detail: `${winner} has answered it meanwhile. Look at that answer first.`,
    });
    // A press that comes twice is one.
    expect((await answer(id, statuses[0] === 200 ? 'From Flora' : 'From Olive')).status).toBe(200);
    expect(await shop.deps.db.$count(deskLog)).toBe(1);
  });

  test('refuses no words and too many', async () => {
    const { id } = await someReview();
    expect((await answer(id, ' ')).json()).toEqual({ words: ['This field may not be blank.'] });
    expect((await answer(id, 'x'.repeat(601))).json()).toEqual({
      words: ['This must be no more than 600 characters.'],
    });
    expect((await answer(999_999, 'x')).status).toBe(404);
  });
});

describe('POST /api/desk/reviews/{id}/hide/', () => {
  test('hides with a reason that is kept and that the writer sees; shows again', async () => {
    const { id, person } = await someReview();
    const hidden = await shop.post(at(id, 'hide/'), { reason: 'Someone’s private details' }, flora.headers);
    expect(hidden.json().hidden).toEqual({
      at: TEST_NOW.toISOString(),
      reason: 'Someone’s private details',
      by: 'Flora Reed',
    });
    expect(await list(product)).toEqual([]);
    expect((await read(person.access, product)).json().review).toMatchObject({
      hidden: true,
      hidden_for: 'Someone’s private details',
    });
    // The first reason stays.
    const again = await shop.post(at(id, 'hide/'), { reason: 'Abuse' }, owner.headers);
    expect(again.json().hidden.reason).toBe('Someone’s private details');
    await shop.doJobs();
    const letters = shop.letters().filter(({ to, kind }) => to === person.user.email && kind === 'review-hidden');
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('The reason: Someone’s private details.'),
    ]);
    const shown = await shop.post(at(id, 'show/'), {}, owner.headers);
    expect(shown.json().hidden).toBeNull();
    expect(await list(product)).toHaveLength(1);
    expect(await shop.deps.db.select().from(deskLog).orderBy(deskLog.id)).toMatchObject([
      { action: 'hide review', staffId: flora.id, details: { why: 'Someone’s private details' } },
      { action: 'show review', staffId: owner.id, details: { why: 'Someone’s private details' } },
    ]);
  });

  test('a bad opinion is no reason', async () => {
    const { id } = await someReview();
    const refused = await shop.post(at(id, 'hide/'), { reason: 'Only two stars' }, flora.headers);
    expect([refused.status, refused.json()]).toEqual([400, { reason: ['Choose one of the reasons.'] }]);
    expect(await list(product)).toHaveLength(1);
  });
});
