import { expect, test } from 'vitest';
import { nameOfPage } from './name-of-page.ts';

test.each([
  ['/history/6', 'order 6'],
  ['/history/6?tab=x', 'order 6'],
  ['/cart?step=address', 'your cart'],
  ['/profile?tab=addresses', 'your account'],
])('%s is called %s', (path, name) => {
  expect(nameOfPage(path)).toBe(name);
});

test.each([undefined, '/', '/product/7', '/history/', '/history/six', '/cartography', '/about?next=/cart'])(
  '%s has no name of that kind',
  (path) => {
    expect(nameOfPage(path)).toBeUndefined();
  },
);
