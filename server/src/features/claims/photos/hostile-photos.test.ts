import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { watchMemory } from '#server/testing/child-processes.ts';
import { buyFlowers, fillClaim } from '#server/testing/claims.ts';
import { openClaims, TEXT } from '#server/testing/open-claims.ts';
import {
  blackPng,
  claimSize,
  plainAvif,
  pngChunk,
  readHeic,
  scanBomb,
  textBomb,
} from '#server/testing/photos/hostile-photos.ts';
import { sampler } from '#server/testing/sample.ts';
import { decodeInChild } from './decode-in-child.ts';

const TOO_MANY_PIXELS = 'This photo is too large: it has more than 40 megapixels.';
const TOO_LONG = 'This photo is too long: a side has more than 12,000 pixels. Please send a part of it.';
const TOO_DEAR = 'This photo takes too much to open. Please send it as an ordinary JPEG.';
const UNREADABLE = 'We could not read this photo.';

/** What the decoder may take, and a step of its watch more. */
const MOST_DECODER_MB = 640;
/** The test sends photos from the same process. */
const MOST_GROWN_MB = 150;

const { shop, report } = await openClaims({ overrides: { decodePhoto: decodeInChild } });
const { person, order } = await buyFlowers(shop);

afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`delete from throttles`));

/** The answer to a photo, while someone else looks at bouquets. */
async function sendWatched(photo: Buffer, { access, orderId } = { access: person.access, orderId: order.id }) {
  const form = fillClaim([
    ['text', TEXT],
    ['photo', photo],
  ]);
  const answers: number[] = [];
  let isOver = false;
  const visit = async () => {
    while (!isOver) {
      answers.push((await shop.get('/api/products/?limit=1')).status);
      await sleep(20);
    }
  };
  const visiting = visit();
  const { result, decoderMb, grownMb } = await watchMemory(() => report(access, orderId, form));
  isOver = true;
  await visiting;
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(decoderMb).toBeLessThan(MOST_DECODER_MB);
  expect(grownMb).toBeLessThan(MOST_GROWN_MB);
  return result;
}

/** Each takes seconds. */
const draw = <Photo extends [string, ...unknown[]]>(photos: Photo[]) => sampler.pick(4, photos, ([name]) => name);

describe.skipIf(process.platform !== 'linux')('takes bounded memory and is refused in words:', () => {
  const photos: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['one row', () => blackPng({ width: 39_999_999, height: 1, depth: 16, colour: 'rgba' }), TOO_LONG],
    ['one column', () => blackPng({ width: 1, height: 39_999_999, depth: 16, colour: 'rgba' }), TOO_LONG],
    ['12,001 pixels in a row', () => blackPng({ width: 12_001, height: 1 }), TOO_LONG],
    ['882 scans', () => scanBomb(6_300, 6_300, 882), TOO_DEAR],
    ['9 GB of texts', () => textBomb(90), TOO_DEAR],
    ['AVIF of 35 megapixels', () => plainAvif(7_000, 5_000), TOO_DEAR],
    ['AVIF that says to be huge', () => plainAvif(64, 64, [60_000, 60_000]), TOO_MANY_PIXELS],
    ['AVIF that says to be small', () => plainAvif(7_000, 5_000, [64, 48]), UNREADABLE],
    ['HEIC that says to be of 35 megapixels', () => claimSize(readHeic('large'), [7_000, 5_000]), TOO_DEAR],
    ['HEIC that says to be huge', () => claimSize(readHeic('large'), [60_000, 60_000]), TOO_MANY_PIXELS],
    ['HEIC that says to be small', () => claimSize(readHeic('large'), [64, 48]), UNREADABLE],
    ['HEIC that says to be larger', () => claimSize(readHeic('red'), [5_000, 5_000]), UNREADABLE],
    ['the longest WebP', longestWebp, TOO_LONG],
  ];
  test.each(draw(photos))('%s', async (_what, make, words) => {
    const photo = await make();
    expect(photo.length).toBeLessThan(10 * 1024 * 1024);
    expect(await sendWatched(photo)).toEqual({ status: 400, body: { photo: [words] } });
  });
});

describe.skipIf(process.platform !== 'linux')('takes bounded memory, and is taken:', () => {
  const photos: [string, () => Promise<Buffer> | Buffer][] = [
    ['16 bits a colour', () => blackPng({ width: 4_000, height: 4_000, depth: 16, colour: 'rgba' })],
    [
      '16 bits a colour, interlaced',
      () => blackPng({ width: 4_500, height: 4_500, depth: 16, colour: 'rgba', interlaced: true }),
    ],
    ['an animated PNG', () => blackPng({ width: 4_000, height: 4_000, extra: [pngChunk('acTL', Buffer.alloc(8, 1))] })],
    ['an animated WebP', animatedWebp],
    ['a progressive JPEG of all colours', progressiveJpeg],
    ['HEIC of 24 megapixels', () => readHeic('large')],
  ];
  test.each(draw(photos))('%s', async (_what, make) => {
    const { person: other, order: theirs } = await buyFlowers(shop);
    const photo = await make();
    expect(await sendWatched(photo, { access: other.access, orderId: theirs.id })).toMatchObject({ status: 201 });
  });
});

const plain = { channels: 3 as const, background: '#c04a5a' };

async function longestWebp(): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp({ create: { width: 16_383, height: 2_400, ...plain } })
    .webp({ effort: 0 })
    .toBuffer();
}

async function progressiveJpeg(): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp({ create: { width: 6_000, height: 5_000, ...plain } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function animatedWebp(): Promise<Buffer> {
  const sharp = await loadSharp();
  const frame = await sharp({ create: { width: 4_000, height: 4_000, ...plain } })
    .png()
    .toBuffer();
  return sharp([frame, frame, frame], { join: { animated: true } })
    .webp({ effort: 0, lossless: true })
    .toBuffer();
}
