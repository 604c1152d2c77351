import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../rig/shop.ts';
import { INSTANTS } from './instants.ts';

type Computed = {
  londonDay: string;
  day: string;
  orderBy: string;
  cutOffPassed: boolean;
  /** Whether the first day of the list, and no day before it, can be chosen. */
  listAgrees: boolean;
};

const CONTRACT = pathToFileURL(join(ROOT, 'contract', 'src', 'delivery.ts')).href;
const RULES = pathToFileURL(join(ROOT, 'contract', 'src', 'delivery-rules.ts')).href;

/** What the delivery rule computes at each instant, in a process of its own with that time zone. */
export function computeDays(zone: string): { zone: string; days: Computed[] } {
  const script = `
    import { DEFAULT_RULES } from ${JSON.stringify(RULES)};
    import { furthestDay, listDays, londonDay, nextDelivery, promiseFor } from ${JSON.stringify(CONTRACT)};
    const days = ${JSON.stringify(INSTANTS.map(({ at }) => at))}.map((at) => {
      const now = new Date(at);
      const { day, orderBy, cutOffPassed } = nextDelivery(now);
      const eve = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      const listAgrees = listDays(now, DEFAULT_RULES, eve, furthestDay(now)).find(({ open }) => open)?.day === day && promiseFor(now, day).ok && !promiseFor(now, eve).ok;
      return { londonDay: londonDay(now), day, orderBy, cutOffPassed, listAgrees };
    });
    console.log(JSON.stringify({ zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, days }));`;
  const env = { PATH: process.env.PATH, TZ: zone };
  return JSON.parse(String(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env })));
}
