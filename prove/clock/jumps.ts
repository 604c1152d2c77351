import { decodeJwt } from 'jose';
import type { SignedIn } from '#contract/accounts.ts';
import type { Asker } from '../asker.ts';
import { join, PASSWORD } from '../member.ts';
import type { Place } from '../place.ts';
import type { Line } from '../proof.ts';
import type { ShopOnTime } from './shop-clock.ts';

const HOUR_MS = 3_600_000;
const START = '2026-11-17T09:00:00.000Z';
const JUMPS: [what: string, hours: number][] = [
  ['an hour forward', 1],
  ['an hour back', -1],
  ['a day forward', 24],
  ['a day back', -24],
];

/** Sets the clock wrong in mid-session: nobody loses their session for good, nobody is locked out, no id is used again. */
export async function jump(place: Place, shop: ShopOnTime, asker: Asker, product: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, hours] of JUMPS) {
    await shop.set(START);
    const lost: string[] = [];
    const member = await join(asker);
    const logIn = () =>
      member.send('POST', '/api/user/login/', { email: member.email, password: PASSWORD, remember: true });
    const first = await logIn();
    member.take(JSON.parse(first.text) as SignedIn);
    const before = await member.buy(place, product);

    const then = new Date(Date.parse(START) + hours * HOUR_MS).toISOString();
    await shop.set(then);
    const profile = await member.send('GET', '/api/user/profile/');
    if (profile.status !== (hours > 0 ? 401 : 200)) lost.push(`the access token was answered ${profile.status}`);
    const renewed = await member.renew().catch((error: Error) => error);
    if (renewed) lost.push(renewed.message);
    const { iat = 0, exp = 0 } = decodeJwt(member.tokens().access);
    const isNew = Math.abs(iat * 1000 - Date.parse(then)) < 60_000;
    if (!isNew || exp - iat !== 600) lost.push(`a token of ${iat} until ${exp}`);
    const after = await member.buy(place, product).catch((error: Error) => error);
    if (after instanceof Error) lost.push(after.message);
    else if (after.id <= before.id) lost.push(`order ${after.id} came after ${before.id}`);
    const again = await logIn();
    if (again.status !== 200) {
      lost.push(`logging in was answered ${again.status}, to wait ${again.headers['retry-after']} s`);
    }
    lines.push({ what: `the clock jumps ${what}`, tried: 6, faults: 1, lost });
  }
  return lines;
}
