import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Review } from '#contract/reviews.ts';
import { openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../testing/pretend-api.ts';
import { ProductReviews } from './product-reviews.tsx';
import { useReviews } from './use-reviews.ts';

const MORE = 'GET /api/products/1/reviews/?before=8';

const makeReview = (changes: Partial<Review> = {}): Review => ({
  id: 9,
  author: 'Rosalind T.',
  rating: 4,
  text: 'They lasted.',
  written_at: '2026-02-01T10:00:00.000Z',
  edited_at: null,
  verified_purchase: true,
  ...changes,
});
const TWO = [makeReview(), makeReview({ id: 8, rating: 5, text: 'So pink.' })];

function Reviewed({ reviews, count = reviews.length }: { reviews: Review[]; count?: number }) {
  const rating = count === 0 ? null : 4.5;
  return <ProductReviews productId={1} reviews={useReviews(1, { rating, count, reviews })} />;
}

const texts = () => screen.getAllByRole('article').map((article) => article.querySelector('[dir=auto]')?.textContent);

test('A bouquet without reviews says so, who may write one, and how they are checked', () => {
  openPage(<Reviewed reviews={[]} />);
  expect(screen.getByText('No reviews yet.')).toBeVisible();
  expect(screen.getByText('Only people who have received this bouquet can review it.')).toBeVisible();
  expect(screen.getByText('How reviews are checked')).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('A review has stars in words, text, writer and date, and the shop’s answer below it', () => {
  const answer = { text: 'Thank you.', answered_at: '2026-02-03T10:00:00.000Z' };
  openPage(<Reviewed reviews={[makeReview({ edited_at: '2026-02-02T10:00:00.000Z', answer })]} />);
  expect(screen.getByText('Rated 4.5 of 5 by 1 buyer.')).toBeVisible();
  const review = screen.getByRole('article');
  expect(review).toHaveTextContent(
    '4 out of 5Rosalind T.They lasted.Verified purchase1 February 2026Edited 2 February 2026Thank you.Marigold Lane, 3 February 2026',
  );
});

test('One of stars alone has no empty words', () => {
  openPage(<Reviewed reviews={[makeReview({ text: '' })]} />);
  expect(within(screen.getByRole('article')).getByText('4 out of 5')).toBeInTheDocument();
  expect(texts()).toEqual([undefined]);
});

test('More are fetched below the others, once, until all are there', async () => {
  const held = holdAnswer({ body: [makeReview({ id: 7, text: 'For my aunt.' })] });
  const asked = pretendApi({ [MORE]: held.answer });
  const { visitor } = openPage(<Reviewed reviews={TWO} count={3} />);
  await visitor.dblClick(screen.getByRole('button', { name: 'Show more reviews' }));
  expect(screen.getByRole('button', { name: 'Fetching…' })).toBeVisible();
  held.release();
  await waitFor(() => expect(texts()).toEqual(['They lasted.', 'So pink.', 'For my aunt.']));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(asked).toHaveLength(1);
});

test('Where fewer came than were counted, there is no more to ask for', async () => {
  pretendApi({ [MORE]: { body: [] } });
  const { visitor } = openPage(<Reviewed reviews={TWO} count={3} />);
  await visitor.click(screen.getByRole('button', { name: 'Show more reviews' }));
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
  expect(texts()).toHaveLength(2);
});

test('More that do not come are said so, and come when asked again', async () => {
  pretendApi({ [MORE]: { status: 500, body: {} } });
  const { visitor } = openPage(<Reviewed reviews={TWO} count={3} />);
  await visitor.click(screen.getByRole('button', { name: 'Show more reviews' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t fetch more reviews.');
  pretendApi({ [MORE]: { body: [makeReview({ id: 7, text: 'For my aunt.' })] } });
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(texts()).toContain('For my aunt.'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
