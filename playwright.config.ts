import { defineConfig, devices } from '@playwright/test';
import { FIRST_PORT } from './journeys/ports.ts';

/**
 * Every journey is walked on the wide screen, and on the phone those that say so: `@phone`. `npm test` walks the core, one
 * journey for each promise on the screen where it matters, `npm run test:rest` all others: `@core` for the wide screen,
 * `@phone-core` for the phone. What comes later in a `@story` builds upon it, so it is walked again with the rest.
 */
const walked = (core: string, all?: RegExp) => {
  if (process.env.JOURNEYS === 'core') return { grep: new RegExp(`${core}\\b`) };
  return {
    grep: all,
    grepInvert: process.env.JOURNEYS === 'rest' ? new RegExp(`^(?!.*@story\\b).*${core}\\b`) : undefined,
  };
};

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  outputDir: 'build/reports/journeys',
  fullyParallel: true,
  // More than there are cores: much of a journey is waiting, as its customer does.
  workers: 3,
  // A machine that is busy with others may be too slow once; what passes only then is named at the end.
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${process.env.REPORTS ?? 'build/reports'}/playwright.json` }]],
  globalSetup: './journeys/open-shop.ts',
  use: {
    baseURL: `http://127.0.0.1:${FIRST_PORT}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // What its helper starts nobody waits for: it would be missing in the processor's time that is printed.
        '--no-zygote',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      ...walked('@core'),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      ...walked('@phone-core', /@phone\b/),
      // A finer screen shows the same layout and costs seven times the pixels, drawn here by the processor.
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
    },
  ],
});
