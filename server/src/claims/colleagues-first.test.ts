import { open } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sender } from '../concurrency-limit.ts';
import { runFor } from '../watch/current-request.ts';
import { reencodePhoto } from './reencode-photo.ts';

const HEIC = new URL('../testing/red-photo.heic', import.meta.url);

test('what a driver photographs is decoded before what customers have sent, and each of them has a turn', async () => {
  const done: string[] = [];
  const files = await Promise.all(Array.from({ length: 5 }, () => open(HEIC)));
  const send = (sender: Sender, number = 4) =>
    runFor({ id: sender.key, sender }, async () => {
      await reencodePhoto({ log: pino({ enabled: false }) }, 'heic', files[number]?.fd ?? 0);
      done.push(sender.key);
    });
  const customers = ['Ada', 'Ada', 'Ada', 'Grace'].map((key, number) => send({ key }, number));
  await Promise.all([...customers, send({ key: 'driver', isFirst: true })]);
  for (const file of files) await file.close();
  // One was being decoded already.
  expect(done).toEqual(['Ada', 'driver', 'Ada', 'Grace', 'Ada']);
}, 60_000);
