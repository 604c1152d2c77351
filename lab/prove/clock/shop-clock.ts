import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAnswer } from '#contract/delivery-answer.ts';
import { type OpenShop, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';

export type ShopOnTime = OpenShop & {
  /** Sets the shop's clock; a still clock does not go on from there. */
  set(at: string, still?: boolean): Promise<void>;
};

/** Loaded before the shop: its `Date` starts at the time written in a file, which is read anew at a signal. */
const toPreload = (file: string): string => `
  import { readFileSync } from 'node:fs';
  const Real = globalThis.Date;
  let set, since;
  const read = () => { set = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')); since = Real.now(); };
  const now = () => set.at + (set.still ? 0 : Real.now() - since);
  globalThis.Date = class Date extends Real {
    constructor(...args) { args.length === 0 ? super(now()) : super(...args); }
    static now() { return now(); }
  };
  read();
  process.on('SIGUSR2', read);`;

/** A shop in that time zone, with a clock that can be set. */
export async function openOnTime(env: TestEnvironment, zone: string, at: string): Promise<ShopOnTime> {
  const file = join(env.dataDir, 'clock.json');
  const write = (time: string, still: boolean) => writeFileSync(file, JSON.stringify({ at: Date.parse(time), still }));
  write(at, false);
  const preload = `data:text/javascript,${encodeURIComponent(toPreload(file))}`;
  const shop = await requireOpen(env, { settings: { TZ: zone, NODE_OPTIONS: `--import=${preload}` } });
  return {
    ...shop,
    async set(time, still = false) {
      write(time, still);
      process.kill(shop.pid, 'SIGUSR2');
      await awaitTime(Date.parse(time));
    },
  };
}

export async function fetchDelivery(): Promise<DeliveryAnswer> {
  return (await fetch(`${SHOP}/api/delivery/`)).json() as Promise<DeliveryAnswer>;
}

async function awaitTime(time: number): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(5)) {
    const off = Date.parse((await fetchDelivery()).now) - time;
    if (off >= 0 && off < 10_000) return;
  }
  throw new Error('The clock of the shop could not be set.');
}
