import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAX_CATALOGUE_FILE } from '#contract/desk-catalogue-file.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as filePage from './file-page.tsx';

const SEND = 'POST /api/desk/catalogue/file/';

const OUTCOME = {
  key: 'k1',
  is_done: false,
  added: 1,
  changed: 1_200,
  unchanged: 3,
  changes: [
    {
      item_code: 'ML-1',
      name: 'Peony Weather',
      is_new: false,
      fields: [{ name: 'price', before: '£49.00', after: '£52.00' }],
    },
  ],
  unused: ['colour'],
};

async function open(answer: Answer) {
  const asked = pretendApi({ 'GET /api/desk/catalogue/words/': { body: {} }, [SEND]: answer });
  const opened = openDeskPage(filePage, { at: '/desk/catalogue/file' });
  const field = await screen.findByLabelText('Choose a file');
  const choose = (text: string, name = 'catalogue.csv') => opened.visitor.upload(field, new File([text], name));
  return { asked, choose, ...opened };
}
const outcome = () => screen.findByText(/This would happen|Done\./);
const doIt = () => screen.getByRole('button', { name: 'Change 1,200 and add 1' });

test('a file is looked at first, and done by a press that says how much', async () => {
  const { visitor, asked, choose } = await open({ body: OUTCOME });
  await choose('item_code,price');
  expect((await outcome()).parentElement).toHaveTextContent(
    'This would happen: 1,200 to change, 1 new, 3 as they are.',
  );
  expect(screen.getByText('Not used: colour.')).toBeVisible();
  expect(screen.getByText('and 1,200 more')).toBeVisible();
  expect(within(screen.getByRole('status')).getByText('£52.00')).toBeVisible();
  pretendApi({ [SEND]: { body: { ...OUTCOME, is_done: true } } });
  await visitor.click(doIt());
  expect(await screen.findByText('Done.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Change/ })).not.toBeInTheDocument();
  expect(asked.filter(({ call }) => call === SEND).map(({ body }) => body)).toEqual([
    { format: 'csv', text: 'item_code,price' },
    { format: 'csv', text: 'item_code,price', key: 'k1' },
  ]);
});

test('what is wrong with a file is said line by line, and that nothing was changed', async () => {
  const { choose } = await open({ status: 400, body: { file: ['Line 2: price must be pounds.', 'Line 3: no name.'] } });
  await choose('[]', 'catalogue.json');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Nothing was changed.');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(2);
});

test('one that is too large is not sent', async () => {
  const { asked, choose } = await open({ body: OUTCOME });
  await choose('x'.repeat(MAX_CATALOGUE_FILE + 1));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Nothing was changed\.This file is larger than/);
  expect(asked.map(({ call }) => call)).not.toContain(SEND);
});

test.each<[string, Answer | (() => never)]>([
  ['broke', { status: 500, body: {} }],
  [
    'was lost on its way',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('where the answer %s after the press, nobody claims to know whether it was done', async (_, answer) => {
  const { visitor, choose } = await open({ body: OUTCOME });
  await choose('item_code,price');
  await outcome();
  pretendApi({ [SEND]: answer });
  await visitor.click(doIt());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^We do not know whether it was done\./);
});
