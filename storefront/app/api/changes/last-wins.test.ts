import { describe, expect, test } from 'vitest';
import { createLastWins } from './last-wins.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A server whose responses the test controls. */
function makeServer() {
  const requests: { key: string; value: number; answer: (error?: Error) => void }[] = [];
  const refusals: string[] = [];
  const changes = createLastWins<string, number>({
    send: (key, value) =>
      new Promise<void>((resolve, reject) => {
        requests.push({ key, value, answer: (error) => (error ? reject(error) : resolve()) });
      }),
    onRefused: (error, key, wanted) => refusals.push(`${wanted} ${key}: ${error}`),
  });
  const answer = async (place: number, error?: Error) => {
    requests[place]?.answer(error);
    await turn();
    await turn();
  };
  return { requests, refusals, changes, answer };
}

describe('changes of one thing', () => {
  test('are sent one after the other, and of those set meanwhile only the last', async () => {
    const { requests, changes, answer } = makeServer();
    for (const quantity of [2, 3, 4, 5]) changes.set('roses', quantity);
    expect(requests.map(({ value }) => value)).toEqual([2]);
    expect(changes.pending().get('roses')).toBe(5);

    await answer(0);
    expect(requests.map(({ value }) => value)).toEqual([2, 5]);
    expect(changes.pending().get('roses')).toBe(5);

    await answer(1);
    expect(changes.pending().size).toBe(0);
    await changes.settled();
  });

  test('are dropped when refused, and the next one is sent', async () => {
    const { requests, refusals, changes, answer } = makeServer();
    changes.set('roses', 21);
    changes.set('roses', 22);
    await answer(0, new Error('too many'));
    expect(refusals).toEqual(['22 roses: Error: too many']);
    expect(changes.pending().size).toBe(0);
    expect(requests).toHaveLength(1);

    changes.set('roses', 3);
    expect(requests.map(({ value }) => value)).toEqual([21, 3]);
  });
});

test('changes of different things do not wait for each other, and are settled when all are', async () => {
  const { requests, changes, answer } = makeServer();
  changes.set('roses', 2);
  changes.set('tulips', 3);
  expect(requests.map(({ key }) => key)).toEqual(['roses', 'tulips']);
  let settled = false;
  const waiting = changes.settled().then(() => {
    settled = true;
  });
  await answer(1);
  expect(settled).toBe(false);
  await answer(0);
  await waiting;
  expect(settled).toBe(true);
});

test('a pending value is shown until the readers of the response have it', async () => {
  const { requests, changes } = makeServer();
  changes.set('roses', 2);
  // They are notified one task after the response.
  const seen = turn().then(() => changes.pending().get('roses'));
  requests[0]?.answer();
  expect(await seen).toBe(2);
  await changes.settled();
  expect(changes.pending().size).toBe(0);
});

test('listeners are notified of what is set and of what is confirmed', async () => {
  const { changes, answer } = makeServer();
  const seen: number[] = [];
  const end = changes.subscribe(() => seen.push(changes.pending().size));
  changes.set('roses', 2);
  await answer(0);
  end();
  changes.set('roses', 3);
  expect(seen).toEqual([1, 0]);
});
