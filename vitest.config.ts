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
      'prove/**/*.test.ts',
      'bench/**/*.test.ts',
      'deploy/**/*.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    setupFiles: ['server/src/testing/quiet.ts'],
    reporters: ['default', ['json', { outputFile: 'build/reports/vitest.json' }]],
    // These end what hangs. What is only slow, on a machine busy with others, shall not fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 3,
  },
});
