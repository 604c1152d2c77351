import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Sender } from '#server/platform/concurrency-limit.ts';
import { runFor } from '#server/platform/watch/current-request.ts';
import { decodeInChild } from './decode-in-child.ts';
import { reencodePhoto } from './reencode-photo.ts';

const deps = { decodePhoto: decodeInChild, log: pino({ enabled: false }) };
const HEIC = new URL('../../../testing/photos/red-photo.heic', import.meta.url);

test('what a driver photographs is decoded before what customers have sent, and each of them has a turn', async () => {
  const done: string[] = [];
  const files = await Promise.all(Array.from({ length: 5 }, () => open(HEIC)));
  const send = (sender: Sender, number = 4) =>
    runFor({ id: sender.key, sender }, async () => {
      await reencodePhoto(deps, 'heic', files[number]?.fd ?? 0);
      done.push(sender.key);
    });
  const customers = ['Ada', 'Ada', 'Ada', 'Grace'].map((key, number) => send({ key }, number));
  await Promise.all([...customers, send({ key: 'driver', isFirst: true })]);
  for (const file of files) await file.close();
  // One was being decoded already: it may end before or after.
  expect(done.filter((key) => key !== 'driver')).toEqual(['Ada', 'Ada', 'Grace', 'Ada']);
  expect(done.indexOf('driver')).toBeLessThan(2);
}, 60_000);

test('nor does a driver wait until a costly photo of a customer is decoded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'costly-photo-'));
  const costly = join(folder, 'noise.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  await sharp({ create: { width: 4_500, height: 4_500, channels: 3, background: 'red', noise } })
    .jpeg({ progressive: true })
    .toFile(costly);
  const [large, small] = [await open(costly), await open(HEIC)];
  const done: string[] = [];
  const send = (sender: Sender, kind: 'jpeg' | 'heic', { fd }: FileHandle) =>
    runFor({ id: sender.key, sender }, async () => {
      await reencodePhoto(deps, kind, fd);
      done.push(sender.key);
    });
  await Promise.all([send({ key: 'Ada' }, 'jpeg', large), send({ key: 'driver', isFirst: true }, 'heic', small)]);
  for (const file of [large, small]) await file.close();
  await rm(folder, { recursive: true });
  expect(done).toEqual(['driver', 'Ada']);
}, 60_000);
