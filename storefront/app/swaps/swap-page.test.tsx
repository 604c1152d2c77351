import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import SwapPage from './swap-page.tsx';

const QUESTION = 'GET /api/swaps/a-key/';
const ANSWER = 'POST /api/swaps/a-key/answer/';
const ASKED = {
  state: 'asked',
  bouquet: 'Tearoom',
  flower: 'tulip',
  count: 5,
  instead: 'ranunculus',
  instead_count: 6,
  arrives_on: '2026-02-14',
  has_photo: false,
  can_answer: true,
};
const open = (at = '/swap/a-key') => openPage(<SwapPage />, { at, path: '/swap/:key' });
const button = (name: string) => screen.getByRole('button', { name });

test('asks in words, answers nothing by itself, and thanks for the answer', async () => {
  const asked = pretendApi({
    [QUESTION]: { body: ASKED },
    [ANSWER]: (sent) => ({ body: { ...ASKED, state: (sent as { answer: string }).answer } }),
  });
  const { visitor } = open();
  expect(screen.getByText('please wait...')).toBeVisible();
  expect(await screen.findByText(/^For Tearoom/)).toHaveTextContent(
    'For Tearoom, on Saturday 14 February, we are short of 5 × tulip. We would use 6 × ranunculus instead.',
  );
  expect(asked).toHaveLength(1);
  await visitor.click(button('That is fine'));
  expect(await screen.findByText('Thank you. We tie it so.')).toBeVisible();
  await visitor.click(button('Please call me'));
  expect(await screen.findByText('Thank you. We call you before we tie it.')).toBeVisible();
});

test('one that is settled says so, and takes no answer', async () => {
  pretendApi({ [QUESTION]: { body: { ...ASKED, can_answer: false, state: 'settled' } } });
  open();
  expect(await screen.findByText('This has been settled meanwhile.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'That is fine' })).not.toBeInTheDocument();
});

test('says what the shop says where there is no question', async () => {
  pretendApi({ [QUESTION]: { status: 404, body: { detail: 'This link is no longer good.' } } });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer good.');
});
