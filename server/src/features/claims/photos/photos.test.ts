import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, takePhoto } from '#server/testing/claims.ts';
import { readHeic } from '#server/testing/photos/hostile-photos.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const WRONG_KIND = 'Please send a photo as JPEG, PNG, WebP or HEIC.';
const UNREADABLE = 'We could not read this photo.';
const TOO_MANY_PIXELS = 'This photo is too large: it has more than 40 megapixels.';
const SCRIPT = '<script>alert(document.domain)</script>';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let sharp: Awaited<ReturnType<typeof loadSharp>>;
let url: string;

beforeAll(async () => {
  shop = await openTestShop();
  sharp = await loadSharp();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`delete from throttles`));

async function send(photo: Buffer) {
  const { person, order } = await buyFlowers(shop, { day: '2026-11-15' });
  const headers = { authorization: `Bearer ${person.access}` };
  const address = `${url}/api/user/orders/${order.id}/claim/`;
  const form = fillClaim([
    ['text', 'Snapped'],
    ['photo', photo],
  ]);
  const answer = await fetch(address, { method: 'POST', body: form, headers });
  const keep = async () => Buffer.from(await (await fetch(`${address}photo/`, { headers })).arrayBuffer());
  return { status: answer.status, body: await answer.json(), keep };
}

/** What the shop keeps of a photo that it takes. */
async function keptOf(photo: Buffer): Promise<Buffer> {
  const { status, body, keep } = await send(photo);
  expect([status, body.status]).toEqual([201, 'open']);
  return keep();
}

async function refusalOf(photo: Buffer): Promise<unknown> {
  const { status, body } = await send(photo);
  expect([status, Object.keys(body)]).toEqual([400, ['photo']]);
  return body.photo[0];
}

const plain = (width: number, height: number, background = '#c04a5a'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** Red, green and blue of one pixel. */
async function colourAt(photo: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(photo).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

describe('a photo is drawn anew', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'heic'] as const)('from %s, as JPEG', async (format) => {
    const kept = await keptOf(format === 'heic' ? readHeic('red') : await takePhoto(format));
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
    const [red = 0, green = 0] = await colourAt(kept, 20, 20);
    expect(red - green).toBeGreaterThan(90);
  });

  test('without a word about camera, place or whoever drew it, and upright', async () => {
    const sent = await plain(400, 200)
      .withExif({
        IFD0: { Make: 'Phone', Copyright: 'Ada' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 32/1 0/1', GPSLongitude: '0/1 3/1 0/1' },
      })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer();
    expect((await sharp(sent).metadata()).exif?.includes('Phone')).toBe(true);
    const kept = await keptOf(sent);
    const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(kept).metadata();
    expect({ exif, icc, xmp, iptc, orientation, width, height }).toEqual({ width: 200, height: 400 });
    for (const trace of ['Exif', 'Phone', 'Ada', 'GPS']) expect(kept.includes(trace)).toBe(false);
  });

  test('at most 1600 pixels long, and never larger than it was', async () => {
    const large = await keptOf(await plain(3000, 2000).jpeg().toBuffer());
    expect(await sharp(large).metadata()).toMatchObject({ width: 1600, height: 1067 });
    const tall = await keptOf(await plain(200, 4000).png().toBuffer());
    expect(await sharp(tall).metadata()).toMatchObject({ width: 80, height: 1600 });
  });

  test('on white where one could look through it', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const sent = await sharp({ create: { width: 32, height: 32, channels: 4, background: clear } })
      .png()
      .toBuffer();
    expect(await colourAt(await keptOf(sent), 16, 16)).toEqual([255, 255, 255]);
  });

  test('from an animation: its first picture', async () => {
    const frames = [await plain(32, 32, '#ff0000').raw().toBuffer(), await plain(32, 32, '#0000ff').raw().toBuffer()];
    const raw = { width: 32, height: 64, channels: 3 as const, pageHeight: 32 };
    const sent = await sharp(Buffer.concat(frames), { raw }).webp({ loop: 0, delay: 100 }).toBuffer();
    expect((await sharp(sent).metadata()).pages).toBe(2);
    const kept = await keptOf(sent);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 32, height: 32 });
    const [red = 0, , blue = 0] = await colourAt(kept, 16, 16);
    expect(red - blue).toBeGreaterThan(200);
  });

  test('so that a polyglot loses what it hides', async () => {
    const photo = await takePhoto();
    const comment = Buffer.from(SCRIPT);
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const sent = Buffer.concat([
      photo.subarray(0, 2),
      marker,
      comment,
      photo.subarray(2),
      comment,
      Buffer.from('%PDF'),
    ]);
    const kept = await keptOf(sent);
    expect(kept.includes('script')).toBe(false);
    expect(kept.includes('%PDF')).toBe(false);
    expect(kept.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });
});

describe('what is no photo is refused, whatever it is called', () => {
  test.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`],
    ['SVG after a comment', `<?xml version="1.0"?><!-- JPEG --><svg xmlns="http://www.w3.org/2000/svg"/>`],
    ['PDF', '%PDF-1.7\n1 0 obj'],
    ['HTML', SCRIPT],
    ['an MP4 film', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['one byte', '\xff'],
    ['the beginning of a box', '\0\0\0\x18ftyp'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['BMP', 'BM\x3a\0\0\0'],
  ])('%s', async (_what, bytes) => {
    expect(await refusalOf(Buffer.from(bytes, 'latin1'))).toBe(WRONG_KIND);
  });

  test('GIF, which no camera makes', async () => {
    expect(await refusalOf(await takePhoto('gif'))).toBe(WRONG_KIND);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('half of a photo: %s', async (format) => {
    const raw = { width: 100, height: 100, channels: 3 as const };
    const noise = await sharp(randomBytes(100 * 100 * 3), { raw })
      .toFormat(format)
      .toBuffer();
    expect(await refusalOf(noise.subarray(0, noise.length / 2))).toBe(UNREADABLE);
  });

  test.each([
    ['a drawing behind the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['a drawing behind the first bytes of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a drawing behind the first bytes of a WebP', Buffer.from('RIFF\xff\0\0\0WEBP', 'latin1')],
  ])('%s', async (_what, start) => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
    expect(await refusalOf(Buffer.concat([start, drawing]))).toBe(UNREADABLE);
  });

  test('half of a photo: heic, and one that only begins like it', async () => {
    const heic = readHeic('red');
    expect(await refusalOf(heic.subarray(0, heic.length - 20))).toBe(UNREADABLE);
    const renamed = (await takePhoto('avif')).toString('latin1').replaceAll('avif', 'heic').replaceAll('av01', 'hvc1');
    expect(await refusalOf(Buffer.from(renamed.replaceAll('av1C', 'hvcC'), 'latin1'))).toBe(UNREADABLE);
    const brands = '\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf';
    expect(await refusalOf(Buffer.from(brands, 'latin1'))).toBe(UNREADABLE);
  });
});

describe('a bomb is refused by its header, before it is opened', () => {
  test('PNG', async () => {
    // Its pixels are not even there: whoever looked for them would call it unreadable.
    expect(await refusalOf(pngOf(30_000, 30_000, Buffer.alloc(0)))).toBe(TOO_MANY_PIXELS);
  });

  test('JPEG', async () => {
    const photo = await takePhoto();
    const size = photo.indexOf(Buffer.from([0xff, 0xc0])) + 5;
    photo.writeUInt16BE(65_000, size);
    photo.writeUInt16BE(65_000, size + 2);
    expect(await refusalOf(photo)).toBe(TOO_MANY_PIXELS);
  });

  test('one pixel row above 40 megapixels, and not one below', async () => {
    expect(await refusalOf(pngOf(8_000, 5_001))).toBe(TOO_MANY_PIXELS);
    expect(await sharp(await keptOf(pngOf(8_000, 5_000))).metadata()).toMatchObject({ width: 1600, height: 1000 });
  });
});

/** A PNG of one bit a pixel: a few kilobytes, whatever its size. */
function pngOf(width: number, height: number, rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
