import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Few files instead of many small ones: the framework, which rarely changes, and what every page shares. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'shell',
    test: new RegExp(
      [
        'storefront/app/(shell|ui/(icon|picture|price|sheet|toast|postmark|announce)\\.|page-meta)',
        'storefront/app/api/(client|failure-words|field-errors)',
        'storefront/app/(cart/(resend-changes|show-added)|catalogue/added-here|session/pending-product)',
        'contract/src/line-words',
      ].join('|'),
    ),
  },
];

export default defineConfig({
  publicDir: 'storefront/public',
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: { build: { rollupOptions: { input: './storefront/app/render.ts' } } },
  },
});
