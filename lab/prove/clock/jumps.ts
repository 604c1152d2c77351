import { decodeJwt } from 'jose';
import type { SignedIn } from '#contract/accounts.ts';
import { createCustomer, PASSWORD } from '../../rig/customer.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { fetchDelivery, type ShopOnTime } from './shop-clock.ts';

const HOUR_MS = 3_600_000;
const START = '2026-11-17T09:00:00.000Z';
const JUMPS: [what: string, hours: number][] = [
  ['an hour forward', 1],
  ['an hour back', -1],
  ['a day forward', 24],
  ['a day back', -24],
];

/** The wait after too many tries; a clock that is set back may cause it for everyone, once. */
const LONGEST_WAIT_S = 120;
const GUESSES = 5;

/**
 * Sets the clock wrong in mid-session: no session is lost for good, nobody is locked out for long, no guesser may log in
 * early, no id is used again.
 */
export async function jump(
  env: TestEnvironment,
  shop: ShopOnTime,
  client: HttpClient,
  product: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, hours] of JUMPS) {
    await shop.set(START);
    const lost: string[] = [];
    const guesser = await createCustomer(client);
    const guess = (password: string) => guesser.send('POST', '/api/user/login/', { email: guesser.email, password });
    for (let tries = 0; tries < GUESSES; tries++) await guess('not this one');
    const { patient, waits } = retryLater(shop, client);
    const customer = await createCustomer(patient);
    const logIn = () =>
      customer.send('POST', '/api/user/login/', { email: customer.email, password: PASSWORD, remember: true });
    const first = await logIn();
    customer.setTokens(JSON.parse(first.text) as SignedIn);
    const before = await customer.buy(env.provider, { product });

    const then = new Date(Date.parse(START) + hours * HOUR_MS).toISOString();
    await shop.set(then);
    const guessed = await guess(PASSWORD);
    if (guessed.status !== (hours > 0 ? 200 : 429))
      lost.push(`who had guessed too often was answered ${guessed.status}`);
    const profile = await customer.send('GET', '/api/user/profile/');
    if (profile.status !== (hours > 0 ? 401 : 200)) lost.push(`the access token was answered ${profile.status}`);
    const renewed = await customer.renew().catch((error: Error) => error);
    if (renewed) lost.push(renewed.message);
    const { iat = 0, exp = 0 } = decodeJwt(customer.tokens().access);
    const isNew = Math.abs(iat * 1000 - Date.parse(then)) < (60 + LONGEST_WAIT_S) * 1000;
    if (!isNew || exp - iat !== 600) lost.push(`a token of ${iat} until ${exp}`);
    const after = await customer.buy(env.provider, { product }).catch((error: Error) => error);
    if (after instanceof Error) lost.push(after.message);
    else if (after <= before) lost.push(`order ${after} came after ${before}`);
    const again = await logIn();
    if (again.status !== 200) {
      lost.push(`logging in was answered ${again.status}, to wait ${again.headers['retry-after']} s`);
    }
    const figures = waits.length > 0 ? `asked to wait for ${waits.join(' and ')} s` : 'nobody had to wait';
    lines.push({ what: `the clock jumps ${what}`, tried: 7, faults: 1, lost, figures });
  }
  return lines;
}

/** Repeats what is refused with 429 after the time it names, if that is not too long; the shop's clock is set on at once. */
function retryLater(shop: ShopOnTime, client: HttpClient) {
  const waits: number[] = [];
  const send: HttpClient['send'] = async (request) => {
    const reply = await client.send(request);
    const seconds = Number(reply.headers['retry-after']);
    if (reply.status !== 429 || seconds > LONGEST_WAIT_S) return reply;
    waits.push(seconds);
    const { now } = await fetchDelivery();
    await shop.set(new Date(Date.parse(now) + seconds * 1000).toISOString());
    return client.send(request);
  };
  return { patient: { ...client, send }, waits };
}
