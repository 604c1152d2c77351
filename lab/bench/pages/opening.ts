import type { CDPSession } from '@playwright/test';
import type { Tokens } from '#contract/accounts.ts';
import type { Phone } from './phone.ts';

const SETTLE_MS = 400;
const TYPES = ['Document', 'Stylesheet', 'Script', 'Font', 'Image'] as const;

/** Bytes over the wire, headers included. `Other` is data, icons and the manifest. */
export type Weight = Record<(typeof TYPES)[number] | 'Other', number>;

/** What one first visit costs. Times in milliseconds, on the slowed processor. */
export type Opening = {
  weight: Weight;
  /** Time to the moment that every button answers, and of that the main thread's work from `load` on. */
  awake: number;
  work: number;
  /** The same until the page is at rest: parts out of sight are hydrated after it is awake. */
  toRest: number;
  /** Of that work: running scripts, compiling them, and styles and layout. */
  script: number;
  layout: number;
  longest: number;
};

declare global {
  interface Window {
    tellBench?: (what: string) => void;
    longestTask?: number;
  }
}

/** Runs in the page before anything else. The storefront marks when it is hydrated: see storefront/app/root.tsx. */
function watchWaking(): void {
  let pressed: HTMLElement | null | undefined;
  Object.defineProperty(window, 'earlyPress', {
    get: () => pressed,
    set(next: typeof pressed) {
      pressed = next;
      if (next === undefined) window.tellBench?.(`awake ${performance.now()}`);
    },
  });
  addEventListener('load', () => {
    window.tellBench?.('loaded');
    const loadedAt = performance.now();
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (startTime > loadedAt) window.longestTask = Math.max(window.longestTask ?? 0, duration);
      }
    }).observe({ type: 'longtask' });
  });
}

async function readMetrics(devtools: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const byName = new Map(metrics.map(({ name, value }) => [name, value * 1000]));
  return (name) => byName.get(name) ?? Number.NaN;
}

function countBytes(devtools: CDPSession): Weight {
  const weight: Weight = { Document: 0, Stylesheet: 0, Script: 0, Font: 0, Image: 0, Other: 0 };
  const types = new Map<string, keyof Weight>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    types.set(requestId, TYPES.find((known) => known === type) ?? 'Other');
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight[types.get(requestId) ?? 'Other'] += encodedDataLength;
  });
  return weight;
}

/** Opens a page for the first time, without scrolling, and waits until it has settled. */
export function openPage(phone: Phone, path: string, who: Tokens | undefined): Promise<Opening> {
  return phone(who, async ({ page, devtools }) => {
    const weight = countBytes(devtools);
    const loaded = Promise.withResolvers<(name: string) => number>();
    const awake = Promise.withResolvers<{ at: number; metrics: (name: string) => number }>();
    devtools.on('Runtime.bindingCalled', async ({ payload }) => {
      const metrics = await readMetrics(devtools);
      if (payload === 'loaded') loaded.resolve(metrics);
      else awake.resolve({ at: Number(payload.split(' ')[1]), metrics });
    });
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: 'tellBench' });
    await page.addInitScript(watchWaking);
    await page.goto(path, { waitUntil: 'load' });
    const [before, { at, metrics: after }] = await Promise.all([loaded.promise, awake.promise]);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLE_MS);
    const rest = await readMetrics(devtools);
    const spent = (...names: string[]) => names.reduce((sum, name) => sum + after(name) - before(name), 0);
    return {
      weight,
      awake: at,
      work: spent('TaskDuration'),
      toRest: rest('TaskDuration') - before('TaskDuration'),
      script: spent('ScriptDuration', 'V8CompileDuration'),
      layout: spent('LayoutDuration', 'RecalcStyleDuration'),
      longest: await page.evaluate(() => window.longestTask ?? 0),
    };
  });
}
