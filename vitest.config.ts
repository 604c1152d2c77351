import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'storefront/**/*.test.ts',
      'scripts/**/*.test.ts',
      'conformance/**/*.test.ts',
      'paypal-stand-in/**/*.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    // For the programs that tests start: they compile the shop's code once, not each of them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'build', 'compile-cache') },
    setupFiles: ['server/src/testing/quiet.ts'],
    reporters: ['default', ['json', { outputFile: 'build/reports/vitest.json' }]],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
