import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { makeProduct } from '../../testing/samples.ts';
import { priceOf } from './choice.ts';
import { ExtraChoice } from './extra-choice.tsx';
import type { PageProduct, PageSize } from './page-product.ts';
import { ProductTabs } from './product-tabs.tsx';
import { SizeChoice } from './size-choice.tsx';
import { useChoice } from './use-choice.ts';

const STANDARD: PageSize = {
  size: 'standard',
  price: 49,
  height_cm: 40,
  width_cm: 30,
  stems: [
    { flower: 'Peony', count: 7 },
    { flower: 'Eucalyptus', count: 5 },
  ],
  pictures: [],
};
const GRAND: PageSize = {
  ...STANDARD,
  size: 'grand',
  price: 79,
  height_cm: 60,
  stems: [{ flower: 'Peony', count: 20 }],
};
const VASE = { id: 5, name: 'Clear vase', words: 'Glass, 20 cm.', price: 12, picture: null };

const makeBouquet = (changes: Partial<PageProduct> = {}): PageProduct => ({
  ...makeProduct(),
  description: 'Peonies and what grows beside them.',
  item_code: 'ML-1',
  care: 'Cut the stems again.',
  presentation: 'Kraft paper',
  size: 'medium',
  height_cm: 40,
  width_cm: 30,
  stems: STANDARD.stems,
  occasions: ['birthday', 'thank you'],
  sold: 0,
  rating: null,
  review_count: 0,
  sizes: [STANDARD],
  extras: [],
  pets: { safe: false, reason: 'Peonies harm cats.' },
  available_from: null,
  available_until: null,
  ...changes,
});

const facts = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

function Chosen({ product }: { product: PageProduct }) {
  const choice = useChoice(product);
  return (
    <div ref={choice.place} onChange={choice.onChange}>
      <SizeChoice sizes={product.sizes} chosen={choice.size} />
      <ExtraChoice extras={product.extras} />
      <output aria-label="Sum">{priceOf(choice)}</output>
    </div>
  );
}

describe('What can be chosen of a bouquet', () => {
  const open = (changes: Partial<PageProduct>) =>
    openPage(<Chosen product={makeBouquet(changes)} />, { at: '/product/1' });

  test('begins with the standard size and nothing with it, and adds up what is chosen', async () => {
    const { visitor } = open({ sizes: [STANDARD, GRAND], extras: [VASE] });
    expect(screen.getByRole('radio', { name: /^Standard/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /^Clear vase/ })).not.toBeChecked();
    expect(screen.getByRole('status', { name: 'Sum' })).toHaveTextContent(/^49$/);
    await visitor.click(screen.getByRole('radio', { name: /^Grand/ }));
    await visitor.click(screen.getByRole('checkbox', { name: /^Clear vase/ }));
    expect(screen.getByRole('status', { name: 'Sum' })).toHaveTextContent(/^91$/);
    await visitor.click(screen.getByRole('checkbox', { name: /^Clear vase/ }));
    expect(screen.getByRole('status', { name: 'Sum' })).toHaveTextContent(/^79$/);
  });

  test('says of a size its stems, its price, what it costs at the door and how large it is', async () => {
    const { visitor } = open({ sizes: [STANDARD, GRAND] });
    const [standard, grand] = within(screen.getByRole('group', { name: 'Size' })).getAllByRole('radio');
    expect(standard?.closest('label')).toHaveTextContent('Standard12 stems£49.00£54.00 delivered');
    expect(grand?.closest('label')).toHaveTextContent('Grand20 stems£79.00£84.00 delivered');
    expect(screen.getByText('Standard: 40 cm tall, 30 cm across.')).toBeVisible();
    await visitor.click(screen.getByRole('radio', { name: /^Grand/ }));
    expect(screen.getByText('Grand: 60 cm tall, 30 cm across. Shown in standard.')).toBeVisible();
  });

  test('says of an extra what it is and what it adds; where there is none it says nothing', () => {
    const { unmount } = open({ extras: [VASE] });
    expect(screen.getByRole('checkbox', { name: /^Clear vase/ }).closest('label')).toHaveTextContent(
      'Clear vaseGlass, 20 cm.+£12.00',
    );
    unmount();
    open({});
    expect(screen.queryByText(/^Something with it/)).not.toBeInTheDocument();
  });
});

describe('About a bouquet', () => {
  const open = (changes: Partial<PageProduct> = {}, size = STANDARD, at = '/product/1') =>
    openPage(<ProductTabs product={makeBouquet(changes)} size={size} reviews={NO_REVIEWS} />, { at });
  const NO_REVIEWS = {
    rating: null,
    count: 0,
    reviews: [],
    more: 'none' as const,
    showMore: async () => {},
    refetch: async () => true,
  };
  const tab = (name: string) => screen.getByRole('tab', { name });

  test('its specification says what it is, how large, and what it costs at the door', () => {
    open();
    expect(facts()).toEqual([
      'Category: Hand-tied',
      'Description: Peonies and what grows beside them.',
      'Size: Medium, 40 cm tall, 30 cm across',
      'Wrapping: Kraft paper',
      'Good for: Birthday, thank you',
      'Price: £49.00, £54.00 delivered',
    ]);
    expect(screen.getByText('Stems in all').closest('li')).toHaveTextContent('Stems in all12');
  });

  test('in several sizes it is that of the chosen one, and its price the lowest', () => {
    open({ sizes: [STANDARD, GRAND] }, GRAND);
    expect(facts()).toContain('Size: Grand, 60 cm tall, 30 cm across');
    expect(facts()).toContain('Price: From £49.00, £54.00 delivered');
    expect(screen.getByText('Stems in all, grand').closest('li')).toHaveTextContent('20');
  });

  test('the tabs are one stop of the keyboard, with arrows, Home and End between them', async () => {
    const { visitor } = open();
    expect(screen.getByRole('tabpanel', { name: 'Specification' })).toBeVisible();
    await visitor.tab();
    expect(tab('Specification')).toHaveFocus();
    await visitor.keyboard('{ArrowRight}');
    expect(tab('Care')).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'Care' })).toHaveTextContent('Cut the stems again.');
    expect(screen.queryByRole('tabpanel', { name: 'Specification' })).not.toBeInTheDocument();
    await visitor.keyboard('{End}');
    expect(tab('Reviews')).toHaveAttribute('aria-selected', 'true');
    await visitor.keyboard('{ArrowRight}');
    expect(tab('Specification')).toHaveFocus();
    await visitor.keyboard('{ArrowLeft}{Home}');
    expect(tab('Specification')).toHaveAttribute('tabindex', '0');
    expect(tab('Care')).toHaveAttribute('tabindex', '-1');
  });

  test('a link to the reviews opens their tab', async () => {
    open({}, STANDARD, '/product/1#reviews');
    expect(await screen.findByRole('tabpanel', { name: 'Reviews' })).toHaveTextContent('No reviews yet.');
  });
});
