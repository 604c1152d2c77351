import { configDefaults, defineConfig } from 'vitest/config';
import { DEMANDS } from './lab/conformance/demands.ts';
import { listLeftOut } from './scripts/long-tests.mjs';

/** Files that need a process in which nothing else was loaded before; docs/decisions/tests.md says why. */
const ALONE = ['app', 'whole-shop/costly-input', 'features/claims/photos/protect-uploads'].map(
  (name) => `server/src/${name}.test.ts`,
);

/** With a seed only a part of the long ones is run. */
const LEFT_OUT = [...configDefaults.exclude, ...listLeftOut(process.env.TEST_SAMPLE)];

const COMMON = {
  setupFiles: ['server/src/testing/quiet.ts'],
  // These end what hangs. What is only slow, on a machine busy with others, shall not fail.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: `${process.env.REPORTS ?? 'build/reports'}/vitest.json` }]],
    // Another than these is refused.
    tags: DEMANDS.map(({ id, text }) => ({ name: id, description: text })),
    globalSetup: ['server/src/testing/global-setup.ts'],
    // More than a small machine has processors: some tests wait for a time limit, and all for the database.
    maxWorkers: 4,
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
          exclude: [...LEFT_OUT, ...ALONE],
          // The shop is loaded once in each worker instead of once for each file: a third of the processor's time.
          isolate: false,
        },
      },
      { extends: true, test: { ...COMMON, name: 'alone', include: ALONE, exclude: LEFT_OUT } },
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
