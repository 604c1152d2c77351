import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskReview } from '#contract/desk-reviews.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as reviewsPage from './reviews-page.tsx';

const ANSWERED = { text: 'Thank you.', at: '2026-11-16T10:00:00.000Z', by: 'Flora' };

const makeReview = (changes: Partial<DeskReview> = {}): DeskReview => ({
  id: 3,
  author: 'Rosalind T.',
  rating: 4,
  text: 'They lasted.',
  written_at: '2026-11-15T10:00:00.000Z',
  edited_at: null,
  product: { id: 1, name: 'Peony Weather', picture: null },
  order: 7,
  hidden: null,
  answer: null,
  ...changes,
});

async function open(reviews: DeskReview[], answers: Record<string, Answer> = {}, show = 'unanswered') {
  const asked = pretendApi({ [`GET /api/desk/reviews/?show=${show}`]: { body: reviews }, ...answers });
  const opened = openDeskPage(reviewsPage, { at: `/desk/reviews?show=${show}` });
  await screen.findByRole('heading', { level: 1, name: 'Reviews' });
  return { asked, ...opened };
}

const button = (name: string) => screen.getByRole('button', { name });
const answer = () => screen.getByLabelText('Your answer, public, under the review');

test('a review says who wrote it of which bouquet, with its stars and words', async () => {
  await open([makeReview({ edited_at: '2026-11-16T10:00:00.000Z' }), makeReview({ id: 2, rating: 2, text: '' })]);
  const list = screen.getAllByRole('list').at(-1) as HTMLElement;
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Peony Weather.*By Rosalind T\., the buyer of order 7, .*, edited.*They lasted\./);
  expect(within(first as HTMLElement).getByRole('img', { name: '4 of 5' })).toBeVisible();
  expect(second).toHaveTextContent('Stars alone.');
});

test.each([
  ['unanswered', 'Every review has its answer, or needs none.'],
  ['answered', 'No review has been answered yet.'],
  ['hidden', 'No review is hidden.'],
  ['all', 'Nobody has written a review yet.'],
])('the list “%s” without reviews says so', async (show, words) => {
  await open([], {}, show);
  expect(screen.getByText(words)).toBeVisible();
});

test('twenty come at once, with the way to earlier ones', async () => {
  await open(Array.from({ length: 20 }, (_, place) => makeReview({ id: 60 - place })));
  expect(screen.getByRole('link', { name: 'Earlier ones' })).toHaveAttribute(
    'href',
    '/desk/reviews?show=unanswered&before=41',
  );
});

test('an answer is published, and the list read anew', async () => {
  const PUT = 'PUT /api/desk/reviews/3/answer/';
  const { visitor, asked } = await open([makeReview()], { [PUT]: { body: {} } });
  await visitor.click(screen.getByText('Answer'));
  await visitor.type(answer(), ' Thank you. ');
  expect(answer()).toHaveAccessibleDescription('Signed “Marigold Lane”. 12 / 600');
  pretendApi({ [PUT]: { body: {} }, 'GET /api/desk/reviews/?show=unanswered': { body: [] } });
  await visitor.click(button('Publish answer'));
  expect(await screen.findByText('Every review has its answer, or needs none.')).toBeVisible();
  expect(asked.find(({ call }) => call === PUT)?.body).toEqual({ words: 'Thank you.', seen: null });
});

test('an answer that somebody else gave meanwhile is not replaced: that is said, and the words stay', async () => {
  const PUT = 'PUT /api/desk/reviews/3/answer/';
  const { visitor, asked } = await open(
    [makeReview({ answer: ANSWERED })],
    { [PUT]: { status: 409, body: { detail: 'Flora has answered it meanwhile.' } } },
    'answered',
  );
  expect(screen.getByText(/, by Flora$/)).toBeVisible();
  await visitor.click(screen.getByText('Change the answer'));
  expect(answer()).toHaveValue('Thank you.');
  await visitor.type(answer(), ' Truly.');
  await visitor.click(button('Publish answer'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Flora has answered it meanwhile.');
  expect(answer()).toHaveValue('Thank you. Truly.');
  expect(asked.find(({ call }) => call === PUT)?.body).toMatchObject({ seen: ANSWERED.at });
});

test('an answer is taken back', async () => {
  const DELETE = 'DELETE /api/desk/reviews/3/answer/';
  const { visitor, asked } = await open([makeReview({ answer: ANSWERED })], { [DELETE]: { status: 204 } }, 'answered');
  await visitor.click(button('Take the answer back'));
  await screen.findByRole('heading', { level: 1 });
  expect(asked.map(({ call }) => call)).toContain(DELETE);
});

test('a review is hidden for one of the reasons, and not without', async () => {
  const HIDE = 'POST /api/desk/reviews/3/hide/';
  const { visitor, asked } = await open([makeReview()], { [HIDE]: { body: {} } });
  await visitor.click(screen.getByText('Hide…'));
  await visitor.click(button('Hide it'));
  expect(asked.map(({ call }) => call)).not.toContain(HIDE);
  await visitor.click(screen.getByRole('radio', { name: 'Advertising' }));
  await visitor.click(button('Hide it'));
  await screen.findByRole('heading', { level: 1 });
  expect(asked.find(({ call }) => call === HIDE)?.body).toEqual({ reason: 'Advertising' });
});

test('one that is hidden says since when, by whom and why, is not answered, and can be shown again', async () => {
  const SHOW = 'POST /api/desk/reviews/3/show/';
  const hidden = { at: '2026-11-16T10:00:00.000Z', reason: 'Advertising', by: 'Flora' };
  const { visitor, asked } = await open([makeReview({ hidden })], { [SHOW]: { body: {} } }, 'hidden');
  expect(screen.getByText('Hidden', { selector: 'b' }).parentElement).toHaveTextContent(/ by Flora: Advertising$/);
  expect(screen.queryByText('Answer')).not.toBeInTheDocument();
  await visitor.click(button('Show it again'));
  await screen.findByRole('heading', { level: 1 });
  expect(asked.map(({ call }) => call)).toContain(SHOW);
});
