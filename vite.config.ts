import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Few files instead of many small ones: the framework, which rarely changes, what every page shares, and the cards of lists. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'shell',
    test: new RegExp(
      [
        'storefront/app/(shell|ui/(icon|picture|price|sheet|toast|postmark|announce|hydrate-later)\\.|page-meta)',
        'storefront/app/api/(client|failure-words|field-errors)',
        'storefront/app/(cart/(resend-changes|show-added)|catalogue/added-here|session/pending-product)',
        'contract/src/(line-words|order-totals)',
      ].join('|'),
    ),
  },
  {
    name: 'cards',
    test: /storefront\/app\/(catalogue\/(product-card|add-to-cart|choice|card-sizes|recently-seen)\.|wish-list\/(press-)?heart)/,
  },
];

export default defineConfig({
  publicDir: 'storefront/public',
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    // Pages drawn by the server use its own copy of the contract: a second one was 4 MB of schemas.
    ssr: { build: { rollupOptions: { input: './storefront/app/render.ts', external: /^#contract\// } } },
  },
});
