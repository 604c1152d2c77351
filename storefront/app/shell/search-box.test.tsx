import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi, pretendOffline } from '../testing/pretend-api.ts';
import { makeProduct } from '../testing/samples.ts';
import { SearchBox } from './search-box.tsx';

const FOUND = [
  makeProduct({ id: 1, name: 'Rose Parade', match: 'name' }),
  makeProduct({ id: 2, name: 'Wild Rose', category: 'Letterbox', price: 32, match: 'name' }),
  makeProduct({ id: 3, name: 'Tearoom', group: 'With roses' }),
];
const box = () => screen.getByRole('combobox', { name: 'Search bouquets' });
const list = () => screen.queryByRole('listbox', { name: 'Bouquets found' });
const open = () =>
  openPage(<SearchBox listed="" focusWhen={false} onOpen={() => {}} onLeave={() => {}} />, { at: '/about' });

async function search(words: string, body: unknown = FOUND) {
  const asked = pretendApi({
    'GET /api/products/?search=*': { body },
    'GET /api/products/facets/': {
      body: { occasions: [{ name: 'birthday', count: 3 }], flowers: [], colours: [], kinds: [], prices: [] },
    },
    'GET /api/products/?limit=4': { body: FOUND },
  });
  const page = open();
  await page.visitor.type(box(), words);
  return { asked, ...page };
}

test('finds from one letter on, with kind and price in pounds, those that begin with it first', async () => {
  const { asked } = await search('r', FOUND.toReversed());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  const [first, second] = screen.getAllByRole('option');
  expect(first).toHaveTextContent('Rose Parade');
  expect(first).toHaveTextContent('Hand-tied');
  expect(first).toHaveTextContent('£49.00');
  expect(second).not.toHaveTextContent('$');
  expect(asked.at(-1)?.call).toBe('GET /api/products/?search=r&limit=51');
});

test('what was not found by its name stands in a group that says by what', async () => {
  await search('rose');
  const group = await screen.findByRole('group', { name: 'With roses' });
  expect(within(group).getByRole('option')).toHaveTextContent('Tearoom');
});

test('the arrows choose, Enter opens, and no Tab is needed', async () => {
  const { visitor } = await search('rose');
  // Until all that was typed has been searched for, Enter lists instead of opening.
  const all = await screen.findByRole('link', { name: /bouquets match/ });
  await waitFor(() => expect(all).toHaveAttribute('href', '/product?search=rose'));
  await visitor.keyboard('{ArrowDown}{ArrowDown}');
  const [, second] = screen.getAllByRole('option');
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(box()).toHaveAttribute('aria-activedescendant', second?.id);
  await visitor.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getAllByRole('option')[2]).toHaveAttribute('aria-selected', 'true');
  await visitor.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('Now at /product/1')).toBeVisible();
});

test('Enter without a choice lists all of them', async () => {
  const { visitor } = await search('rose');
  await screen.findAllByRole('option');
  await visitor.keyboard('{Enter}');
  expect(await screen.findByText('Now at /product?search=rose')).toBeVisible();
});

test('Escape and the cross empty the box, which empties the results', async () => {
  const { visitor } = await search('rose');
  await screen.findAllByRole('option');
  await visitor.keyboard('{Escape}');
  expect(box()).toHaveValue('');
  expect(screen.queryAllByRole('option')).toEqual([]);
  await visitor.type(box(), 'rose');
  await screen.findAllByRole('option');
  await visitor.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box()).toHaveValue('');
  expect(box()).toHaveFocus();
  expect(screen.queryAllByRole('option')).toEqual([]);
});

test('where nothing is found it says so', async () => {
  await search('xyz', []);
  expect(await screen.findByText('No bouquet called “xyz”.')).toBeVisible();
});

test('a shop that cannot be reached is said, and Try again finds them', async () => {
  pretendOffline();
  const { visitor } = open();
  await visitor.type(box(), 'rose');
  expect(await screen.findByText(/We couldn’t search for “rose”\./)).toBeVisible();
  pretendApi({ 'GET /api/products/?search=*': { body: FOUND } });
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  expect(list()).toBeVisible();
});
