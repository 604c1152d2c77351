import { describe, expect, test } from 'vitest';
import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { pollPayment } from './poll-payment.ts';

const MINUTE = 60_000;
const status = (state: PaymentStatus['state']): PaymentStatus => ({ order_id: 1, state, detail: '' });

/** Time passes only while the page sleeps or is hidden; `answer` gets the number and the time of the request. */
function setUp(answer: (times: number, at: number) => PaymentStatus | Error, hiddenFrom = Number.POSITIVE_INFINITY) {
  const fetchedAt: number[] = [];
  let at = 0;
  let hidden = hiddenFrom;
  const gone = new AbortController();
  const tools = {
    async fetchStatus() {
      fetchedAt.push(at);
      const given = answer(fetchedAt.length, at);
      if (given instanceof Error) throw given;
      return given;
    },
    now: () => at,
    async sleep(milliseconds: number) {
      at += milliseconds;
    },
    async untilVisible() {
      if (at < hidden) return false;
      at += 60 * MINUTE;
      hidden = Number.POSITIVE_INFINITY;
      return true;
    },
  };
  return { fetchedAt, gone, run: () => pollPayment(tools, gone.signal) };
}
const pausesOf = (times: number[]) => times.slice(1).map((time, place) => time - (times[place] ?? 0));

describe('a page that waits for a payment', () => {
  test('asks less and less often, and stops after ten minutes', async () => {
    const { fetchedAt, run } = setUp(() => status('waiting'));
    expect(await run()).toBeUndefined();
    const pauses = pausesOf(fetchedAt);
    expect(pauses[0]).toBe(2_000);
    expect(pauses.at(-1)).toBe(30_000);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(fetchedAt.at(-1)).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(fetchedAt.at(-1)).toBeLessThan(11 * MINUTE);
    expect(fetchedAt.length).toBeLessThan(50);
  });

  test('tells the outcome as soon as it is known', async () => {
    const { fetchedAt, run } = setUp((times) => status(times < 3 ? 'waiting' : 'paid'));
    expect(await run()).toEqual(status('paid'));
    expect(fetchedAt).toEqual([0, 2_000, 4_000]);
  });

  test.each([429, 503])('waits as long as an answer of %i asks for', async (code) => {
    const { fetchedAt, run } = setUp((times) => (times === 1 ? new ApiError(code, undefined, 45) : status('paid')));
    await run();
    expect(fetchedAt).toEqual([0, 45_000]);
  });

  test('does not ask while nobody looks, and at once when somebody does', async () => {
    const { fetchedAt, run } = setUp((_times, at) => status(at > 61 * MINUTE ? 'paid' : 'waiting'), MINUTE);
    expect(await run()).toEqual(status('paid'));
    const away = fetchedAt.filter((time) => time > 1.5 * MINUTE && time < 60 * MINUTE);
    expect(away).toEqual([]);
    expect(pausesOf(fetchedAt).filter((gap) => gap > 60 * MINUTE)).toHaveLength(1);
  });

  test.each([
    ['no JSON', new ApiError(502, undefined)],
    ['nobody there', new ApiError(0, undefined)],
    ['another shape than agreed', new TypeError('Unexpected shape')],
  ])('asks again after an answer that is %s', async (_what, broken) => {
    const { fetchedAt, run } = setUp((times) => (times < 3 ? broken : status('paid')));
    expect(await run()).toEqual(status('paid'));
    expect(fetchedAt).toEqual([0, 2_000, 4_000]);
  });

  test('stops after ten minutes of such answers, and can be told to go on', async () => {
    const { fetchedAt, run } = setUp(() => new TypeError('Unexpected shape'));
    expect(await run()).toBeUndefined();
    expect(fetchedAt.at(-1)).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  test('gives up on a refusal, and when it is left', async () => {
    const refused = setUp(() => new ApiError(404, undefined));
    await expect(refused.run()).rejects.toEqual(new ApiError(404, undefined));
    const left = setUp(() => {
      left.gone.abort();
      return status('waiting');
    });
    await expect(left.run()).rejects.toThrow();
    expect(left.fetchedAt).toHaveLength(1);
  });
});
