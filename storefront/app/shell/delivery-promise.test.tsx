import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { openPage } from '../testing/open-page.tsx';
import { pretendShopTime } from '../testing/pretend-shop-time.ts';
import { Delivered } from './delivered.tsx';
import { DeliveryPromise } from './delivery-promise.tsx';

type Said = [when: string, now: string, rules: Partial<DeliveryRules>, words: string, short: string];

// Tuesday 17 November 2026; London has Greenwich time.
describe('What is promised of the next delivery', () => {
  test.each<Said>([
    [
      'before the cut-off',
      '2026-11-17T09:29:30Z',
      {},
      'Order within 2 h 30 min for delivery tomorrow, Wednesday 18 November',
      '2 h 30 min left for delivery Wed 18 Nov',
    ],
    [
      'at the last minute',
      '2026-11-17T11:59:10Z',
      {},
      'Order within less than a minute for delivery tomorrow, Wednesday 18 November',
      'less than a minute left for delivery Wed 18 Nov',
    ],
    ['after the cut-off', '2026-11-17T12:00:01Z', {}, 'Order now for Thursday 19 November', 'Order now for Thu 19 Nov'],
    [
      'where the day has a cut-off of its own',
      '2026-11-17T09:29:30Z',
      { days: { '2026-11-18': { cut_off: '09:00' } } },
      'Order now for Thursday 19 November',
      'Order now for Thu 19 Nov',
    ],
    [
      'where the day costs more',
      '2026-11-17T09:29:30Z',
      { days: { '2026-11-18': { surcharge: 3 } } },
      'Order within 2 h 30 min for delivery tomorrow, Wednesday 18 November (+ £3.00)',
      '2 h 30 min left for delivery Wed 18 Nov (+ £3.00)',
    ],
    [
      'where the next days are full',
      '2026-11-17T09:29:30Z',
      { full: ['2026-11-18', '2026-11-19'] },
      'Next delivery Friday 20 November',
      'Next delivery Fri 20 Nov',
    ],
    [
      'before the holidays',
      '2026-12-24T09:00:00Z',
      {},
      'Next delivery Sunday 27 December, after the bank holiday',
      'Next delivery Sun 27 Dec',
    ],
    [
      'where every day that can be chosen is closed',
      '2026-11-17T09:29:30Z',
      { days_ahead: 2, full: ['2026-11-18', '2026-11-19'] },
      'No deliveries at the moment',
      'No deliveries at the moment',
    ],
  ])('%s', async (_, now, rules, words, short) => {
    await pretendShopTime(now, { ...DEFAULT_RULES, ...rules });
    const { container } = openPage(
      <>
        <DeliveryPromise />
        <br />
        <DeliveryPromise short />
      </>,
    );
    const said = [...container.querySelectorAll('main > span')].map(({ textContent }) => textContent);
    expect(said.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([words, short]);
  });

  test.each<[string, Partial<DeliveryRules>, string]>([
    ['the cut-off of every day', {}, 'Order before 12 noon for next-day delivery'],
    ['the one that the owner set', { cut_off: '10:30' }, 'Order before 10.30 am for next-day delivery'],
    ['that there is none', { paused: true }, 'No deliveries at the moment'],
  ])('before the time is known is %s', (_, rules, words) => {
    const router = createMemoryRouter([{ id: 'root', path: '/', element: <DeliveryPromise />, loader: () => null }], {
      hydrationData: { loaderData: { root: { rules: { ...DEFAULT_RULES, ...rules } } } },
    });
    expect(renderToString(<RouterProvider router={router} />)).toBe(`<span>${words}</span>`);
  });
});

test.each<[Partial<DeliveryRules>, string]>([
  [{}, '£54.00 delivered'],
  [{ fee: 0 }, '£49.00 delivered'],
  [{ fee: 4.5, days: { '2026-12-24': { surcharge: 3 } } }, 'from £53.50 delivered'],
])('with %j a bouquet of £49 costs %s', async (rules, words) => {
  await pretendShopTime('2026-11-17T09:29:30Z', { ...DEFAULT_RULES, ...rules });
  openPage(<Delivered pounds={49} />);
  expect(screen.getByText(words)).toBeVisible();
});
