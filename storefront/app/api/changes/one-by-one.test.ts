import { expect, test } from 'vitest';
import { createOneByOne } from './one-by-one.ts';

test('a call waits for the one before it, though that fails', async () => {
  const inTurn = createOneByOne();
  const done: string[] = [];
  const slow = inTurn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push('slow');
    throw new Error('refused');
  });
  const quick = inTurn(async () => done.push('quick'));
  await expect(slow).rejects.toThrow('refused');
  await quick;
  expect(done).toEqual(['slow', 'quick']);
});
