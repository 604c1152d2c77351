import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import { PriceCell, PriceForm } from './price-cell.tsx';
import { usePrices } from './use-prices.ts';

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

function Priced() {
  const prices = usePrices({ showToast: () => {}, refresh: async () => {} });
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
