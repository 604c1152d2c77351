import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { CHUNKS } from './storefront/chunks.ts';

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
