import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: 'storefront/public',
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022' },
  environments: {
    ssr: { build: { rollupOptions: { input: './storefront/app/render.ts' } } },
  },
});
