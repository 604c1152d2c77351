import { useSyncExternalStore } from 'react';
import { getJson } from '../api/client.ts';

const TICK_MS = 15_000;
const RETRY_MS = 30_000;

/** How far the visitor's clock is behind ours; unknown until the shop has been asked. */
let behindMs: number | undefined;
let now: Date | undefined;
const watchers = new Set<() => void>();

async function ask(): Promise<void> {
  try {
    const asked = Date.now();
    const answer = (await getJson('/api/delivery/')) as { now?: unknown };
    const shopNow = Date.parse(String(answer.now));
    if (Number.isNaN(shopNow)) return;
    behindMs = shopNow - (asked + Date.now()) / 2;
    tick();
  } catch {
    // Without the shop's clock no countdown is shown: a wrong one would be a false promise.
    setTimeout(ask, RETRY_MS);
  }
}

function tick(): void {
  if (behindMs === undefined) return;
  now = new Date(Date.now() + behindMs);
  for (const watcher of watchers) watcher();
}

let started = false;
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (!started) {
    started = true;
    void ask();
    setInterval(tick, TICK_MS);
    // A laptop that slept wakes with an old countdown.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick());
  }
  return () => watchers.delete(watcher);
}

/** The shop's time, ticking; undefined on the server and until the shop has answered. */
export function useShopNow(): Date | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );
}
