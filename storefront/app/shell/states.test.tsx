import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { storeCart } from '../cart/cart-store.ts';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { AskToConfirm } from './ask-to-confirm.tsx';
import { CartLink } from './cart-link.tsx';
import { ErrorPage } from './error-page.tsx';
import NotFoundPage from './not-found-page.tsx';
import { OfflineLine } from './offline-line.tsx';

test('An address where nobody lives says so, with a way home', () => {
  openPage(<NotFoundPage />, { at: '/tulip-mania' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found');
  expect(screen.getByRole('link', { name: 'Back home' })).toHaveAttribute('href', '/');
});

describe('A page that could not be shown', () => {
  test.each([
    ['broke', new Error('Oops'), 'Something went wrong on our side.'],
    ['did not arrive', new TypeError('Failed to fetch'), 'We couldn’t reach the shop.'],
  ])('because it %s says so, and can be tried again', (_, error, words) => {
    openPage(<ErrorPage error={error} />, { at: '/product?search=rose' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(words);
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/product?search=rose');
    expect(screen.getByRole('link', { name: 'Back home' })).toHaveAttribute('href', '/');
  });

  test('without a network says that one is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openPage(<ErrorPage error={new TypeError('Load failed')} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are offline.');
  });
});

test('The line of whoever is offline comes and goes with the network', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { container } = openPage(<OfflineLine />);
  const line = 'You are offline. You can read this page; all else needs a connection.';
  expect(container).not.toHaveTextContent(line);
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(line)).toBeVisible();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(line)).not.toBeInTheDocument();
});

test('The badge counts units, and is nothing for an empty cart', () => {
  pretendSignedIn();
  openPage(<CartLink />, { at: '/about' });
  const link = screen.getByRole('link');
  expect(link).toHaveAccessibleName('Cart, empty');
  for (const [quantities, name, text] of [
    [[1], 'Cart, 1 item', '1'],
    [[1, 2], 'Cart, 3 items', '3'],
  ] as const) {
    act(() => storeCart({ id: 7, order_items: quantities.map((quantity) => ({ quantity })) }));
    expect(link).toHaveAccessibleName(name);
    expect(link).toHaveTextContent(text);
  }
});

describe('Whoever has not confirmed', () => {
  const SEND = 'POST /api/user/profile/resend-confirmation/';

  test('is asked to, and has the letter sent again', async () => {
    pretendSignedIn();
    const asked = pretendApi({ [SEND]: { body: {} }, 'GET /api/user/profile/': { status: 403 } });
    const { visitor } = openPage(<AskToConfirm email="ada@post.example" />);
    expect(screen.getByText('Please confirm ada@post.example by the link in your inbox.')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The letter is on its way again.')).toBeVisible();
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain('GET /api/user/profile/'));
  });

  test('hears why it was not sent', async () => {
    pretendSignedIn();
    pretendApi({ [SEND]: { status: 429, body: { detail: 'Too many letters. Try again in an hour.' } } });
    const { visitor } = openPage(<AskToConfirm email="ada@post.example" />);
    await visitor.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.getByText('Too many letters. Try again in an hour.')).toBeVisible());
  });
});
