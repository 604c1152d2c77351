import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Facet, Facets } from '#contract/products.ts';
import { openPage } from '../../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../../testing/pretend-api.ts';
import { makeProduct } from '../../testing/samples.ts';
import { toCard } from '../card.ts';
import { FilterStrip } from './filter-strip.tsx';
import { ClearFilters, FilterList } from './filters.tsx';
import type { ListFilters } from './list-address.ts';
import { MoreProducts } from './more-products.tsx';
import { NothingHere } from './nothing-here.tsx';
import { SortChoice } from './sort-choice.tsx';

const facet = (name: string, count: number, more?: { at_least: true }): Facet => ({ name, count, ...more });
const FACETS: Facets = {
  total: 24,
  matching: { count: 3 },
  categories: [facet('Bouquets', 12)],
  occasions: [facet('birthday', 9), facet('sympathy', 0), facet('wedding', 0, { at_least: true })],
  colours: [facet('pink', 5), facet('white', 2)],
  flowers: ['rose', 'tulip', 'lily', 'iris', 'daisy', 'peony', 'aster'].map((name) => facet(name, 4)),
  prices: [facet('under-35', 6)],
  pets: [facet('safe', 2)],
};
const link = (name: string | RegExp) => screen.getByRole('link', { name });
const to = (name: string | RegExp) => link(name).getAttribute('href');

describe('The filters', () => {
  const open = (filters: ListFilters = {}) =>
    openPage(
      <>
        <FilterList filters={filters} facets={FACETS} />
        <ClearFilters filters={filters} className="" />
      </>,
      { at: '/product' },
    );

  test('say how many each would show; what would show none stands there and leads nowhere', () => {
    open();
    expect(to(/^Birthday ?, 9$/)).toBe('/product?occasion=birthday');
    expect(screen.queryByRole('link', { name: /^Sympathy/ })).not.toBeInTheDocument();
    expect(screen.getByText('Sympathy')).toHaveTextContent(/^Sympathy, 0$/);
    expect(to(/^Wedding/)).toBe('/product?occasion=wedding');
    expect(screen.queryByRole('link', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  test('that are on are marked and taken off by the next press; of colours there can be several', () => {
    open({ colour: 'pink', occasion: 'birthday', sort: 'price', search: 'rose' });
    expect(link(/^Pink ?, 5$/)).toHaveAttribute('aria-current', 'true');
    expect(to(/^Pink ?, 5$/)).toBe('/product?occasion=birthday&sort=price');
    expect(to(/^White ?, 2$/)).toBe('/product?occasion=birthday&colour=pink,white&sort=price');
    expect(link(/^White ?, 2$/)).toHaveAttribute('rel', 'nofollow');
    expect(to('Clear filters')).toBe('/product?sort=price');
  });

  test('of flowers beyond the first six are folded away, unless one of them is on', () => {
    const { unmount } = open();
    expect(screen.getByText('More flowers').closest('details')).not.toHaveAttribute('open');
    unmount();
    open({ flower: 'aster' });
    expect(screen.getByText('More flowers').closest('details')).toHaveAttribute('open');
  });

  test('of flowers are not more than the shop takes at once', () => {
    open({ flower: 'daisy,iris,lily,peony,rose,tulip,freesia,anemone,ranunculus,stock' });
    expect(screen.queryByRole('link', { name: /^Aster ?, 4$/ })).not.toBeInTheDocument();
    expect(link(/^Rose ?, 4$/)).toHaveAttribute('aria-current', 'true');
  });
});

describe('On a small screen', () => {
  const open = (filters: ListFilters, count?: number) =>
    openPage(<FilterStrip filters={filters} facets={FACETS} count={count} />, { at: '/product' });

  test('what is chosen stands in a list of its own, each with the way to take it off', () => {
    open({ occasion: 'birthday', price: 'under-35' }, 3);
    expect(screen.getByRole('button', { name: 'Filter and sort (2)' })).toBeVisible();
    const chosen = within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('link');
    expect(chosen.map((chip) => chip.getAttribute('href'))).toEqual([
      '/product?price=under-35',
      '/product?occasion=birthday',
    ]);
    expect(screen.queryByRole('link', { name: 'Sympathy' })).not.toBeInTheDocument();
    expect(to('Wedding')).toBe('/product?occasion=wedding&price=under-35');
  });

  test.each([
    [1, 'Show 1 bouquet'],
    [3, 'Show 3 bouquets'],
    [undefined, 'Show bouquets'],
  ])('the sheet leads back to %s of them', async (count, words) => {
    const { visitor } = open({ colour: 'pink' }, count);
    await visitor.click(screen.getByRole('button', { name: 'Filter and sort (1)' }));
    const sheet = screen.getByRole('dialog', { name: 'Filter and sort' });
    expect(within(sheet).getByRole('link', { name: 'Clear filters' })).toBeVisible();
    await visitor.click(within(sheet).getByRole('button', { name: words }));
    await waitFor(() => expect(sheet).not.toBeVisible());
  });
});

test('Another order leads to the same list in it, and the usual one has no word in the address', async () => {
  const { visitor, router } = openPage(<SortChoice filters={{ colour: 'pink', sort: 'name' }} />, { at: '/product' });
  const sort = screen.getByLabelText('Sort by');
  expect(sort).toHaveDisplayValue('Name, A to Z');
  await visitor.selectOptions(sort, 'Price, high to low');
  await waitFor(() => expect(router.state.location.search).toBe('?colour=pink&sort=-price'));
  await visitor.selectOptions(sort, 'Newest first');
  await waitFor(() => expect(router.state.location.search).toBe('?colour=pink'));
});

describe('A list with nothing in it', () => {
  const open = (filters: ListFilters, more: Partial<Parameters<typeof NothingHere>[0]> = {}) =>
    openPage(<NothingHere filters={filters} facets={FACETS} instead={[]} without={[]} {...more} />, { at: '/product' });

  test('after a search says what was sought, and offers occasions and what is new', () => {
    open({ search: 'orchid' }, { instead: [toCard(makeProduct())] });
    expect(screen.getByRole('heading', { name: 'No bouquet called “orchid”.' })).toBeVisible();
    const occasions = within(screen.getByRole('list', { name: 'Bouquets by occasion' })).getAllByRole('link');
    expect(occasions[0]).toHaveAttribute('href', '/product?occasion=birthday');
    expect(within(screen.getByRole('region', { name: 'New in the shop' })).getByText('Peony Weather')).toBeVisible();
  });

  test.each<[ListFilters, string]>([
    [{ colour: 'pink' }, 'Nothing fits this.'],
    [{ colour: 'pink', pets: 'safe' }, 'Nothing fits both of these.'],
    [{ colour: 'pink,white', pets: 'safe' }, 'Nothing fits all of these.'],
  ])('for %j says which, and how many there are without one of them', (filters, words) => {
    open(filters, { without: [{ kind: 'colour', count: 2, at_least: true }] });
    expect(screen.getByRole('heading', { name: words })).toBeVisible();
    const names = filters.colour === 'pink' ? 'Pink' : 'Pink or White';
    expect(to(`Without ${names}: 2+`)).toBe(filters.pets ? '/product?pets=safe' : '/product');
  });
});

describe('The rest of a long list', () => {
  const MORE = 'GET /api/products/?colour=pink&limit=25&after=1';
  const button = () => screen.getByRole('link', { name: /^(Show more|Fetching|Try again)/ });
  const open = (answer: Parameters<typeof pretendApi>[0][string]) => {
    const asked = pretendApi({ [MORE]: answer });
    const page = openPage(
      <ul>
        <MoreProducts filters={{ colour: 'pink' }} after={toCard(makeProduct())} />
      </ul>,
      { at: '/product' },
    );
    return { ...page, asked };
  };

  test('is a link without scripts, and with them is fetched into the page once', async () => {
    const held = holdAnswer({ body: [makeProduct({ id: 2, name: 'Tearoom' })] });
    const { visitor, asked } = open(held.answer);
    expect(button()).toHaveAttribute('href', '/product?colour=pink&after=1');
    await visitor.dblClick(button());
    expect(button()).toHaveTextContent('Fetching…');
    held.release();
    expect(await screen.findByRole('heading', { name: 'Tearoom' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Show more/ })).not.toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  test('that does not come says so, and comes when asked again', async () => {
    const { visitor } = open({ status: 500, body: {} });
    await visitor.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t fetch more bouquets.');
    pretendApi({ [MORE]: { body: [makeProduct({ id: 2, name: 'Tearoom' })] } });
    await visitor.click(screen.getByRole('link', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Tearoom' })).toBeVisible();
  });
});
