import type { Tokens } from '#contract/accounts.ts';
import { median } from '../../rig/statistics.ts';
import { arrive, type Habit } from './interactions.ts';
import type { Phone } from './phone.ts';

/** Browsers report nothing shorter; what is shorter is counted as this. */
const SHORTEST_MS = 16;
const OUTLIER_PER = 50;
/** Browsers report an event a moment after its frame. */
const SETTLE_MS = 300;
const PATIENCE_MS = 30_000;

export type Interaction = { duration: number; waited: number; handled: number; painted: number; what: string };
/** How long a page took to answer, from the touch to the next frame. */
export type Answers = { count: number; median: number; inp: number; worst: Interaction | undefined };

type Timed = PerformanceEventTiming & { interactionId: number };

declare global {
  interface Window {
    interactions?: Map<number, Interaction>;
  }
  interface Performance {
    readonly interactionCount: number;
  }
}

/** Runs in the page. Several events make one interaction, and the slowest of them is its latency, as for INP. */
function watchInteractions(shortest: number): void {
  const interactions = new Map<number, Interaction>();
  window.interactions = interactions;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timed[]) {
      const { interactionId, duration, startTime, processingStart, processingEnd } = entry;
      if (!interactionId || duration <= (interactions.get(interactionId)?.duration ?? 0)) continue;
      interactions.set(interactionId, {
        duration,
        waited: processingStart - startTime,
        handled: processingEnd - processingStart,
        painted: startTime + duration - processingEnd,
        what: entry.name,
      });
    }
  }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
}

/** Does something so many times on the slowed phone and reads what the browser says of each, by the Event Timing API. */
export function timeHabit(
  phone: Phone,
  habit: Habit & { pauseMs: number },
  { who, times }: { who: Tokens | undefined; times: number },
): Promise<Answers> {
  return phone(who, async ({ page }) => {
    page.setDefaultTimeout(PATIENCE_MS);
    await arrive(page, habit);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(watchInteractions, SHORTEST_MS);
    const before = await page.evaluate(() => performance.interactionCount);
    for (let round = 0; round < times; round++) {
      await habit.act(page, round);
      await page.waitForTimeout(habit.pauseMs);
    }
    await page.waitForTimeout(SETTLE_MS);
    const { interactions, count } = await page.evaluate(() => ({
      interactions: window.interactions && [...window.interactions.values()],
      count: performance.interactionCount,
    }));
    // Without these, a page that was loaded anew or was never touched would look quick.
    if (!interactions || count - before < times)
      throw new Error(`${count - before} interactions were counted, not ${times}.`);
    return summarise(interactions, times);
  });
}

/** INP as the browsers define it: the slowest, but one in fifty is taken out. */
function summarise(interactions: Interaction[], times: number): Answers {
  const slowestFirst = interactions.toSorted((left, right) => right.duration - left.duration);
  const quick = Array.from({ length: Math.max(0, times - interactions.length) }, () => SHORTEST_MS);
  const worst = slowestFirst[Math.floor(times / OUTLIER_PER)];
  return {
    count: times,
    median: median([...slowestFirst.map(({ duration }) => duration), ...quick]),
    inp: worst?.duration ?? SHORTEST_MS,
    worst,
  };
}
