import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { type Answer, holdAnswer, pretendApi } from '../../testing/pretend-api.ts';
import type { DeskToast } from '../toasts.tsx';
import { PriceCell, PriceForm } from './price-cell.tsx';
import { SaleSwitch } from './sale-switch.tsx';
import { usePrices } from './use-prices.ts';
import { useSwitches } from './use-switches.ts';

const BOUQUET = {
  id: 7,
  item_code: 'ML-1',
  name: 'Rosy Parlour',
  category: 'Bouquets',
  picture: null,
  stems: 12,
  sold: 0,
  prices: { standard: 36, large: null, grand: null },
  status: 'on_sale' as const,
};

const PRICE = 'PUT /api/desk/catalogue/7/price/';
const STATUS = 'PUT /api/desk/catalogue/7/status/';
const shown = vi.fn<(toast: Omit<DeskToast, 'id'>) => void>();
const refresh = vi.fn(async () => {});
const changed = { showToast: shown, refresh };

beforeEach(() => {
  shown.mockClear();
  refresh.mockClear();
});

function Priced() {
  const prices = usePrices(changed);
  return (
    <>
      <PriceCell bouquet={BOUQUET} prices={prices} />
      {prices.id === BOUQUET.id && <PriceForm bouquet={BOUQUET} prices={prices} />}
    </>
  );
}

test.each([
  ['£1,200', 1200],
  [' £1,200.50 ', 1200.5],
  ['1200', 1200],
])('a price typed as %j is understood, and sent with the one that was seen', async (typed, price) => {
  const asked = pretendApi({ 'PUT /api/desk/catalogue/7/price/': { status: 204 } });
  const { visitor } = openPage(<Priced />);
  await visitor.click(screen.getByRole('button', { name: 'Price of Rosy Parlour, £36.00' }));
  const field = screen.getByRole('textbox', { name: 'Price of Rosy Parlour' });
  await visitor.clear(field);
  await visitor.type(field, typed);
  await visitor.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByRole('button', { name: /^Price of/ })).toHaveFocus();
  expect(asked.map(({ body }) => body)).toEqual([{ price, seen: 36 }]);
});

describe('A price', () => {
  const change = async (typed: string, answers: Record<string, Answer> = {}) => {
    const asked = pretendApi(answers);
    const { visitor } = openPage(<Priced />);
    await visitor.click(screen.getByRole('button', { name: 'Price of Rosy Parlour, £36.00' }));
    await fillIn(visitor, { 'Price of Rosy Parlour': typed });
    await visitor.click(screen.getByRole('button', { name: /^Save/ }));
    return { visitor, asked };
  };

  test('that is none is refused in words, and nothing is sent', async () => {
    const { asked, visitor } = await change('dear');
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Write a price in pounds, as in 36 or 36.50.');
    expect(asked).toEqual([]);
    await visitor.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: /^Price of/ })).toHaveFocus();
  });

  test('that stays the same is not sent', async () => {
    const { asked } = await change('36');
    expect(screen.getByRole('button', { name: /^Price of/ })).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('that somebody else changed meanwhile says so, and the table is read anew', async () => {
    await change('39', { [PRICE]: { status: 409, body: { detail: 'Flora has set it to £38.00 meanwhile.' } } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Flora has set it to £38.00 meanwhile.');
    expect(screen.getByRole('textbox')).toHaveValue('39');
    expect(refresh).toHaveBeenCalledOnce();
  });

  test.each<[Answer, string]>([
    [{ status: 503, body: {} }, 'We could not save the price. Rosy Parlour still costs £36.00.'],
    [{ status: 504, body: {} }, 'We do not know whether the price was saved. Rosy Parlour cost £36.00 before.'],
  ])('that was not saved says what is known of it: %j', async (answer, words) => {
    await change('39', { [PRICE]: answer });
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('textbox')).toHaveValue('39');
  });

  test('is taken back by the word beside what was done', async () => {
    const { asked } = await change('39', { [PRICE]: { status: 204 } });
    await waitFor(() => expect(shown).toHaveBeenCalledOnce());
    const [toast] = shown.mock.calls[0] ?? [];
    expect(toast?.words).toBe('Rosy Parlour costs £39.00 now.');
    act(() => toast?.action?.do());
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
    expect(asked.at(-1)?.body).toEqual({ price: 36, seen: 39 });
    expect(shown.mock.calls[1]?.[0].action).toBeUndefined();
  });
});

function Switched({ status = 'on_sale' }: Pick<Partial<ListedBouquet>, 'status'>) {
  return <SaleSwitch bouquet={{ ...BOUQUET, status }} switches={useSwitches(changed)} />;
}

describe('On sale or sold out', () => {
  const toggle = () => screen.getByRole('switch', { name: 'Rosy Parlour on sale' });

  test('is switched at once, and told when the shop has it', async () => {
    const held = holdAnswer({ status: 204 });
    const asked = pretendApi({ [STATUS]: held.answer });
    const { visitor } = openPage(<Switched />);
    await visitor.click(toggle());
    expect(toggle()).not.toBeChecked();
    expect(shown).not.toHaveBeenCalled();
    held.release();
    await waitFor(() => expect(shown).toHaveBeenCalledOnce());
    expect(shown.mock.calls[0]?.[0].words).toBe('Rosy Parlour is sold out.');
    expect(asked[0]?.body).toEqual({ status: 'sold_out' });
  });

  test.each<[Answer, string]>([
    [{ status: 409, body: { detail: 'It was hidden meanwhile.' } }, 'It was hidden meanwhile.'],
    [{ status: 500, body: {} }, 'We could not change that. Rosy Parlour is still on sale.'],
    [{ status: 502, body: {} }, 'We do not know whether that was changed. Rosy Parlour was on sale before.'],
  ])('goes back where the shop does not agree: %j', async (answer, words) => {
    pretendApi({ [STATUS]: answer });
    const { visitor } = openPage(<Switched />);
    await visitor.click(toggle());
    await waitFor(() => expect(shown).toHaveBeenCalledWith({ words, isRefusal: true }));
    expect(toggle()).toBeChecked();
  });

  test('has no switch while it is hidden', () => {
    openPage(<Switched status="withdrawn" />);
    expect(screen.getByText('Hidden')).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});
