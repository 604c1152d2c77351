import { render } from '@react-email/render';
import { expect, test } from 'vitest';
import { SHOP } from '#contract/shop.ts';
import type { LetterOf } from './letter.ts';
import { letterFrame } from './letter-frame.ts';
import { orderConfirmed } from './letters/order-confirmed.ts';
import { renderHtml } from './render-html.ts';

const picture = { path: '/pictures/a-rose.jpg', width: 800, height: 1000, alt: 'A "rose" & more' };
const bouquet = { name: 'Tearoom <b>', itemCode: 'ML-001', size: 'large' as const, quantity: 2, price: 30, picture };
const letter = {
  ...{ kind: 'order-confirmed', to: 'ada@example.org', firstName: 'Ada', link: 'https://shop.example/history/7' },
  ...{ insteadOf: null, lacks: null, goesBack: 0 },
  order: {
    ...{ id: 7, total: 60, deliveryFee: 5, paid: 65, day: 'Tuesday 17 November', note: 'With love\nfrom us' },
    items: [{ ...bouquet, extras: [] }],
    address: ['Nell Whitcombe', 'Flat 2', 'London E8 3QX'],
  },
} as unknown as LetterOf<'order-confirmed'>;

test('a letter is what the renderer of react-email makes of it, but for its comments', async () => {
  const frame = () => letterFrame(orderConfirmed(letter, 'https://shop.example'), { isDemo: true, seller: SHOP });
  const streamed = await render(frame());
  expect(renderHtml(frame())).toBe(streamed.replaceAll(/<!--(?: |\$|\/\$|\/?html|\/?head|\/?body)?-->/g, ''));
  expect(streamed).toContain('<img');
  expect(renderHtml(frame())).not.toMatch(/<link|<!--\$/);
});
