import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OwnReview } from '#contract/reviews.ts';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import YourReview from './your-review.tsx';

const READ = 'GET /api/user/reviews/1/';
const WRITE = 'PUT /api/user/reviews/1/';
const DELETE = 'DELETE /api/user/reviews/1/';
const NONE: OwnReview = { can_review: 'yes', review: null };
const WRITTEN: OwnReview = {
  can_review: 'yes',
  review: {
    id: 3,
    author: 'Rosalind T.',
    rating: 4,
    text: 'They lasted.',
    written_at: '2026-02-01T10:00:00.000Z',
    edited_at: null,
    verified_purchase: true,
    hidden: false,
  },
};

const refetch = vi.fn(async () => true);
const button = (name: string) => screen.getByRole('button', { name });

async function open(own: OwnReview, more: Parameters<typeof pretendApi>[0] = {}) {
  const asked = pretendApi({ [READ]: { body: own }, ...more });
  const page = openPage(<YourReview productId={1} refetch={refetch} rule={<p>Only buyers.</p>} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  return { asked, ...page };
}

beforeEach(() => {
  pretendSignedIn();
});

test('is written with stars and words, thanked for, and the list is fetched again', async () => {
  const { visitor, asked } = await open(NONE, { [WRITE]: { body: WRITTEN } });
  await visitor.click(await screen.findByRole('radio', { name: '4 out of 5, very good' }));
  await visitor.type(screen.getByLabelText(/In your own words/), 'They lasted.');
  await visitor.click(button('Publish my review'));
  expect(await screen.findAllByText('Thank you. Your review is in the list.')).not.toHaveLength(0);
  expect(asked.at(-1)?.body).toEqual({ rating: 4, text: 'They lasted.' });
  expect(refetch).toHaveBeenCalled();
  expect(screen.getByText('They lasted.')).toBeVisible();
});

test('wants stars, and sends nothing without them', async () => {
  const { visitor } = await open(NONE);
  await visitor.click(await screen.findByRole('button', { name: 'Publish my review' }));
  expect(await screen.findByText('Choose from 1 to 5 stars.')).toBeVisible();
});

test('that could not be saved says so, and keeps what was typed', async () => {
  const { visitor } = await open(NONE, { [WRITE]: { status: 403, body: { detail: 'Not now.' } } });
  await visitor.click(await screen.findByRole('radio', { name: /^5 out of 5/ }));
  await visitor.click(button('Publish my review'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your review has not been saved.Not now.');
  expect(screen.getByRole('radio', { name: /^5 out of 5/ })).toBeChecked();
});

test('is changed, or left as it was', async () => {
  const { visitor } = await open(WRITTEN, { [WRITE]: { body: WRITTEN } });
  await visitor.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(screen.getByRole('radio', { name: /^4 out of 5/ })).toBeChecked();
  await visitor.click(button('Cancel'));
  await visitor.click(button('Edit'));
  await visitor.click(button('Save changes'));
  expect(await screen.findAllByText('Your review has been changed.')).not.toHaveLength(0);
});

test('is deleted once that was confirmed', async () => {
  const { visitor } = await open(WRITTEN, { [DELETE]: { status: 204 } });
  await visitor.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your review?' }));
  await visitor.click(dialog.getByRole('button', { name: 'Delete my review' }));
  expect(await screen.findAllByText('Your review has been deleted.')).not.toHaveLength(0);
  expect(screen.queryByText('They lasted.')).not.toBeInTheDocument();
});

test('that was taken down says why to its writer', async () => {
  const review = WRITTEN.review && { ...WRITTEN.review, hidden: true, hidden_for: 'Advertising' as const };
  await open({ can_review: 'yes', review });
  expect(await screen.findByText(/We took this review down\./)).toHaveTextContent(
    'We took this review down. Nobody but you can see it. The reason: Advertising.',
  );
});

test('is for whoever received the bouquet, and has confirmed', async () => {
  await open({ can_review: 'not_received', review: null });
  expect(await screen.findByText('Only buyers.')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('of nobody knows whom can be asked for again', async () => {
  const { visitor } = await open(NONE, { [READ]: { status: 403, body: { detail: 'Not now.' } } });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We couldn’t see whether you have reviewed this bouquet. Not now.',
  );
  pretendApi({ [READ]: { body: NONE } });
  await visitor.click(button('Try again'));
  expect(await screen.findByRole('button', { name: 'Publish my review' })).toBeVisible();
});
