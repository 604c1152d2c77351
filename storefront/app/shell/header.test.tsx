import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { WishListLink } from '../wish-list/wish-list-link.tsx';
import { Header } from './header.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const open = (at = '/about') => openPage(<Header />, { at });

// The wish list is asked for once the browser is idle, which would be in the midst of another test.
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', () => 0);
});

describe('The header', () => {
  test('leads to the four pages, and marks the one that is open', () => {
    open('/product');
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Home', '/', null],
      ['Product', '/product', 'page'],
      ['Cart', '/cart', null],
      ['Profile', '/profile', null],
    ]);
    expect(screen.getByRole('region', { name: 'Next delivery' })).not.toBeEmptyDOMElement();
  });

  test('has a menu on a phone, which closes once it has led somewhere', async () => {
    const { visitor, router } = open();
    await visitor.click(button('Menu'));
    const menu = screen.getByRole('dialog', { name: 'Menu' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Home', 'Product', 'Cart', 'Profile', 'Wish list', 'Log in']);
    await visitor.click(within(menu).getByRole('link', { name: 'Product' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/product'));
  });

  test('offers nobody to log in who has', async () => {
    pretendSignedIn();
    const { visitor } = open();
    await visitor.click(button('Menu'));
    expect(within(screen.getByRole('dialog', { name: 'Menu' })).queryByRole('link', { name: 'Log in' })).toBeNull();
  });

  test('opens the search on a phone with the focus in it, and closes it again', async () => {
    const { visitor } = open();
    expect(button('Search')).toHaveAttribute('aria-expanded', 'false');
    await visitor.click(button('Search'));
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus());
    expect(button('Close search')).toHaveAttribute('aria-expanded', 'true');
    await visitor.click(button('Close search'));
    expect(button('Search')).toHaveAttribute('aria-expanded', 'false');
  });

  test('on the list of a search keeps it open, with what was sought', () => {
    open('/product?search=rose');
    expect(button('Search')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('combobox')).toHaveValue('rose');
  });
});

test('The heart beside the cart is filled once something is on the wish list', () => {
  pretendApi({});
  openPage(<WishListLink />, { at: '/about' });
  const link = screen.getByRole('link', { name: 'Wish list' });
  expect(link).not.toHaveClass('heart-filled');
  localStorage.setItem('wish_list', JSON.stringify({ who: '', products: [1], unmerged: [1], fetchedAt: 0 }));
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'wish_list' })));
  expect(link).toHaveClass('heart-filled');
});
