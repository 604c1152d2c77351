import { useSyncExternalStore } from 'react';
import { getJson } from '../api/client.ts';
import { toRecord } from '../api/to-record.ts';

const TICK_MS = 15_000;
const RETRY_MS = 30_000;

/** How far the visitor's clock is behind the shop's; undefined until the shop has answered. */
let behindMs: number | undefined;
let now: Date | undefined;
const listeners = new Set<() => void>();

async function fetchNow(): Promise<void> {
  try {
    const sentAt = Date.now();
    const shopNow = Date.parse(String(toRecord(await getJson('/api/delivery/')).now));
    // What answers may be a captive portal.
    if (Number.isNaN(shopNow)) throw new Error('The response has no time.');
    behindMs = shopNow - (sentAt + Date.now()) / 2;
    tick();
  } catch {
    // Without the shop's clock no countdown is shown: a wrong one would be a false promise.
    setTimeout(fetchNow, RETRY_MS);
  }
}

function tick(): void {
  if (behindMs === undefined) return;
  now = new Date(Date.now() + behindMs);
  for (const listener of listeners) listener();
}

let started = false;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!started) {
    started = true;
    void fetchNow();
    setInterval(tick, TICK_MS);
    // A laptop that slept wakes with an old countdown.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tick());
  }
  return () => listeners.delete(listener);
}

/** The shop's time, ticking; undefined on the server and until the shop has answered. */
export function useShopNow(): Date | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );
}
