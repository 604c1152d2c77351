import { expect, test } from 'vitest';
import { pageMeta } from './page-meta.ts';

test('structured data gets whole addresses, and words stay as they are', () => {
  const matches = [{ id: 'root', loaderData: { origin: 'https://shop.example' } }];
  const structuredData = [
    { image: ['/a.jpg'], offers: { url: '/product/1' }, review: [{ reviewBody: '/10 would buy again' }] },
  ];
  const found = pageMeta(matches, { title: '', description: '', path: '/', structuredData });
  expect(found).toContainEqual({
    'script:ld+json': {
      image: ['https://shop.example/a.jpg'],
      offers: { url: 'https://shop.example/product/1' },
      review: [{ reviewBody: '/10 would buy again' }],
    },
  });
});
