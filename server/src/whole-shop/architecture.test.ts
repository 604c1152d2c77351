import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, type Sources } from '#server/testing/source-rules/architecture-rules.ts';
import { findImportCycles } from '#server/testing/source-rules/find-import-cycles.ts';

const root = resolve(import.meta.dirname, '../../..');

function readSources(): Sources {
  const files = globSync('{contract,server,storefront,journeys,lab,paypal-stand-in}/**/*.{ts,tsx}', { cwd: root });
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(resolve(root, file), 'utf8')]));
}

test('imports follow the architecture rules', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(60);
  expect(findViolations(sources)).toEqual([]);
});

/** What a reader holds in the head at once. A file beyond it is parted by meaning. */
const MOST_LINES = 250;

test(`no file of the product has more than ${MOST_LINES} lines`, () => {
  const files = globSync('{contract,server,storefront,paypal-stand-in,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root });
  const product = files.filter((file) => !/\.test\.|\/testing\//.test(file));
  expect(product.length).toBeGreaterThan(1000);
  const long = product
    .map((file) => ({ file, lines: readFileSync(resolve(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});

describe('a seeded violation is found', () => {
  test.each([
    [
      'server/src/features/catalogue/lists/list-products.ts',
      "import { orders } from '#server/features/orders/table.ts';",
    ],
    ['server/src/features/wishlist/routes.ts', "import * as z from 'zod';"],
    ['server/src/features/catalogue/routes.ts', "import { products } from './table.ts';"],
    ['server/src/features/catalogue/find-product.ts', "import Fastify from 'fastify';"],
    ['server/src/features/catalogue/find-product.ts', "import { pageRoutes } from '#server/pages/routes.ts';"],
    [
      'server/src/features/orders/pay.ts',
      "import { products } from '#server/features/catalogue/table.ts';\ndb.update(products).set({})",
    ],
    ['server/src/features/catalogue/find-product.ts', 'const port = process.env.PORT;'],
    ['server/src/features/orders/table.ts', 'address: jsonb().$type<Address>(),'],
    ['server/src/features/catalogue/find-product.ts', "import { openTestShop } from '#server/testing/test-shop.ts';"],
    ['server/src/pages/routes.ts', "import { render } from '../../../storefront/app/render.ts';"],
    ['storefront/app/root.tsx', "import { connect } from '#server/platform/database/connect.ts';"],
    ['storefront/app/desk/send.ts', "import { takingsCalls } from '#contract/calls/desk-takings.ts';"],
    ['storefront/app/desk/send.ts', "import { type Call } from '#contract/calls/call.ts';"],
    ['storefront/app/ui/price.tsx', "import { ProductCard } from '../catalogue/product-card.tsx';"],
    ['storefront/app/ui/sheet.tsx', "import { useRouteFiles } from '../router-patches/use-route-files.ts';"],
    ['storefront/app/shell/header.tsx', "import { DeskNav } from '../desk/desk-nav.ts';"],
    ['server/src/desk/orders-routes.ts', "import { orders } from '#server/features/orders/table.ts';"],
    ['storefront/app/shell/header.tsx', "await fetch('/api/products/');"],
    ['contract/src/money.ts', "import { readFile } from 'node:fs';"],
    ['contract/src/money.ts', "const later = await import('#server/config.ts');"],
    ['server/src/features/orders/cart/update-text.ts', "const note = text.normalize('NFC');"],
    ['storefront/app/cart/note/gift-note.tsx', "const length = text?.normalize('NFC').length;"],
    ['storefront/app/orders/order-state.ts', "const clock = new Intl.DateTimeFormat('en-GB');"],
    [
      'server/src/platform/http/error-handler.ts',
      "import { findProduct } from '#server/features/catalogue/find-product.ts';",
    ],
    ['server/src/open-shop.ts', "const deps = { operator: 'root' };"],
    ['server/src/features/orders/pay.ts', "const colleague = toOperator('root', now);"],
    ['server/src/command-line/open-desk.ts', 'await app.listen({ port: 0 });'],
    ['contract/src/money.ts', "import type { Pence } from './money.ts';"],
    ['paypal-stand-in/main.ts', "import { toPounds } from '#contract/money.ts';"],
  ])('in %s: %s', (path, source) => {
    expect(findViolations(new Map([[path, source]]))).toHaveLength(1);
  });
});

describe('files that import each other', () => {
  test.each([
    ['two', { a: ['b'], b: ['a'], c: ['a'] }, [['a', 'b']]],
    ['three in a circle', { a: ['b'], b: ['c'], c: ['a'], d: ['a'] }, [['a', 'b', 'c']]],
    [
      'two circles',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['no circle, though two ways lead to one file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ])('%s', (_, graph, cycles) => {
    expect(findImportCycles(new Map(Object.entries(graph)))).toEqual(cycles);
  });
});
