import { configDefaults, defineConfig } from 'vitest/config';

/** Files that need a process in which nothing else was loaded before; docs/decisions/tests.md says why. */
const ALONE = ['app', 'whole-shop/costly-input', 'features/claims/photos/protect-uploads'].map(
  (name) => `server/src/${name}.test.ts`,
);

const COMMON = {
  setupFiles: ['server/src/testing/quiet.ts'],
  // These end what hangs. What is only slow, on a machine busy with others, shall not fail.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'build/reports/vitest.json' }]],
    globalSetup: ['server/src/testing/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'shop',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'storefront/**/*.test.ts',
            'scripts/**/*.test.ts',
            'paypal-stand-in/**/*.test.ts',
            'lab/**/*.test.ts',
            'deploy/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...ALONE],
          // The shop is loaded once in each worker instead of once for each file: a third of the processor's time.
          isolate: false,
        },
      },
      { extends: true, test: { ...COMMON, name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          ...COMMON,
          name: 'pages',
          include: ['storefront/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...COMMON.setupFiles, 'storefront/app/testing/set-up.ts'],
          isolate: false,
        },
      },
    ],
  },
});
