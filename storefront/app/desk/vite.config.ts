import { resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Few files instead of many small ones: each costs a round trip. What a module imports comes with it. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'schemas', test: /node_modules\/zod\/|contract\/src\/orders\./ },
  {
    name: 'desk',
    test: /storefront\/app\/(api|ui(?!\/toast)|router-patches)\/|desk\/((?!more-page|draw-photo)[\w-]+\.|outbox\/|ui\/(?!parts-page))/,
  },
];

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Each of the two applications would throw away what was made ready for the other.
  cacheDir: resolve(ROOT, 'node_modules/.vite-desk'),
  // In development the shop's modules are served beside it: dev-storefront.ts.
  base: command === 'serve' ? '/@desk/' : '/',
  publicDir: false,
  plugins: [tailwindcss(), reactRouter()],
  server: { fs: { allow: [ROOT] } },
  build: { target: 'es2022', emptyOutDir: true },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      build: { rollupOptions: { input: resolve(import.meta.dirname, '../render.ts'), external: /^#contract\// } },
    },
  },
}));
