import type { HttpRequest, Reply } from '../../rig/http-client.ts';
import { figure } from '../../rig/table.ts';
import type { Line } from '../proof.ts';
import type { OpenShop } from '../test-environment.ts';

export type Tally = { statuses: Map<number, number>; lost: Map<string, string>; slowestMs: number; tried: number };

export const startTally = (): Tally => ({ statuses: new Map(), lost: new Map(), slowestMs: 0, tried: 0 });

/** Of each kind of wrong reply the first is reported, with its request. */
export function note(
  tally: Tally,
  reply: Pick<Reply, 'status' | 'text' | 'ms'> | Error,
  wrong: string | undefined,
  show: () => string,
): void {
  tally.tried++;
  const { status, ms, text } = reply instanceof Error ? { status: 0, ms: 0, text: '' } : reply;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.slowestMs = Math.max(tally.slowestMs, ms);
  if (!wrong) return;
  const key = `${wrong} (${status})`;
  if (tally.lost.has(key)) return;
  tally.lost.set(key, `${key}: ${show()} → ${text.slice(0, 300)}`);
  console.error(`  ${tally.lost.get(key)}`);
}

export function toLine(what: string, { statuses, lost, slowestMs, tried }: Tally): Line {
  const counts = [...statuses].sort(([left], [right]) => left - right);
  const seen = counts.map(([status, count]) => `${count} × ${status || 'hung up'}`).join(', ');
  const wrong = tried === 0 ? ['nothing was sent'] : [...lost.values()];
  return { what, tried, faults: tried, lost: wrong, figures: `${seen}; slowest ${figure(slowestMs)} ms` };
}

/** The numbers from above to zero, as long as the shop runs. */
export function* countdown(count: number, shop: OpenShop): Generator<number> {
  for (let left = count - 1; left >= 0 && !shop.hasEnded(); left--) yield left;
}

export const show = ({ method, path, headers, body }: HttpRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify({ ...headers, authorization: headers?.authorization && '…' })} ${body?.toString().slice(0, 600) ?? ''}`;
