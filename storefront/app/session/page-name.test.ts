import { expect, test } from 'vitest';
import { pageName } from './page-name.ts';

test.each([
  ['/history/6', 'order 6'],
  ['/history/6?tab=x', 'order 6'],
  ['/cart?step=address', 'your cart'],
  ['/profile?tab=addresses', 'your account'],
])('%s is called %s', (path, name) => {
  expect(pageName(path)).toBe(name);
});

test.each([undefined, '/', '/product/7', '/history/', '/history/six', '/cartography', '/about?next=/cart'])(
  '%s has no name of that kind',
  (path) => {
    expect(pageName(path)).toBeUndefined();
  },
);
