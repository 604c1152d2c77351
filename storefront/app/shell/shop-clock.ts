import { useSyncExternalStore } from 'react';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { getJson } from '../api/client.ts';

const TICK_MS = 15_000;
const RETRY_MS = 30_000;
/** A tab that was out of sight for this long asks for the rules of delivery again. */
const OLD_MS = 60_000;

/** How far the visitor's clock is behind the shop's; undefined until the shop has answered. */
let behindMs: number | undefined;
let now: Date | undefined;
let rules: DeliveryRules | undefined;
let fetchedAt = 0;
const listeners = new Set<() => void>();

async function fetchNow(): Promise<void> {
  try {
    const sentAt = Date.now();
    // Not parsed: our own shop serialises it by the contract. It has no rules where everything is as usual.
    const { now: said, rules: told = DEFAULT_RULES } = await getJson('/api/delivery/');
    const shopNow = Date.parse(said);
    // What answers may be a captive portal.
    if (Number.isNaN(shopNow)) throw new Error('The response has no time.');
    behindMs = shopNow - (sentAt + Date.now()) / 2;
    // The same object while nothing changes, so that nothing is rendered again.
    if (JSON.stringify(told) !== JSON.stringify(rules)) rules = told;
    fetchedAt = Date.now();
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
    // In a task of its own: hydrating the page is a long one already.
    setTimeout(fetchNow);
    setInterval(tick, TICK_MS);
    // A laptop that slept wakes with an old countdown.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      tick();
      if (Date.now() - fetchedAt > OLD_MS) void refreshRules();
    });
  }
  return () => listeners.delete(listener);
}

/** Asks for the rules of delivery again: a day may have filled or closed. If that fails, the old ones stay. */
export async function refreshRules(): Promise<void> {
  if (behindMs !== undefined) await fetchNow();
}

let compared: { rendered: DeliveryRules; rules: DeliveryRules; current: DeliveryRules } | undefined;

/** The rules that the page was rendered with while the shop tells the same, so that no price is rendered again. */
function readRules(rendered: DeliveryRules): DeliveryRules {
  if (!rules) return rendered;
  if (compared?.rendered !== rendered || compared.rules !== rules) {
    const isSame = JSON.stringify(rules) === JSON.stringify(rendered);
    compared = { rendered, rules, current: isSame ? rendered : rules };
  }
  return compared.current;
}

/** The rules as the shop last told them; on the server and until the shop has answered, those that the page was rendered with. */
export function useRulesSince(rendered: DeliveryRules): DeliveryRules {
  return useSyncExternalStore(
    subscribe,
    () => readRules(rendered),
    () => rendered,
  );
}

/** The shop's time, ticking; undefined on the server and until the shop has answered. */
export function useShopNow(): Date | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );
}
