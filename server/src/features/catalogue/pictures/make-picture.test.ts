import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Colour } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainAvif } from '#server/testing/photos/hostile-photos.ts';
import { makePicture, pictureId } from './make-picture.ts';

const blank = (width: number, height: number, background: Colour = '#c04a5a') =>
  sharp({ create: { width, height, channels: 4, background } });

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

describe('works', () => {
  test('makes every width in every format, none wider than the master', async () => {
    const { files, placeholder, ...facts } = await makePicture(await blank(500, 625).jpeg().toBuffer());
    expect(facts).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      width: 500,
      height: 625,
      widths: [360, 500],
      share: true,
    });
    expect(files.map(({ format, width }) => `${width}.${format}`)).toEqual([
      ...[360, 500].flatMap((width) => ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`)),
      '1200.share',
    ]);
    for (const { width, bytes } of files) expect((await sharp(bytes).metadata()).width).toBe(width);
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
  });

  test('makes the widths it is asked for', async () => {
    const master = await blank(700, 300).png().toBuffer();
    expect(await makePicture(master, { widths: [100, 200] })).toMatchObject({
      widths: [100, 200],
      files: { length: 6 },
    });
    expect(pictureId(master, [100, 200])).not.toBe(pictureId(master));
  });

  test.each([
    ['tall', 400, 500],
    ['wide', 900, 300],
    ['narrow and endless', 16, 12_000],
  ])('crops a %s picture to the shape that is shared', async (_, width, height) => {
    const { files } = await makePicture(await blank(width, height).png().toBuffer());
    const share = files.find(({ format }) => format === 'share');
    expect(await sharp(share?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('turns the picture upright and forgets camera and place', async () => {
    const master = await blank(60, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height, files } = await makePicture(master);
    expect([width, height]).toEqual([30, 60]);
    for (const { bytes } of files) {
      const { exif, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, icc, orientation }).toEqual({});
    }
  });

  test('lays what is see-through on paper', async () => {
    const { files } = await makePicture(await blank(40, 40, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer());
    const jpeg = files.find(({ format }) => format === 'jpg');
    const [red = 0, green = 0, blue = 0] = await sharp(jpeg?.bytes).raw().toBuffer();
    expect(Math.hypot(red - 0xf4, green - 0xef, blue - 0xe5)).toBeLessThan(3);
  });

  test('brings other colour spaces to sRGB', async () => {
    const { files } = await makePicture(await blank(40, 40).toColourspace('cmyk').jpeg().toBuffer());
    for (const { bytes } of files) expect((await sharp(bytes).metadata()).space).toBe('srgb');
  });

  test.each([
    [360, 400],
    [200, 20],
    [16, 2000],
  ])('keeps the placeholder of %i × %i noise under 250 bytes', async (width, height) => {
    const { placeholder } = await makePicture(await noise(width, height).png().toBuffer());
    expect(placeholder.length).toBeLessThanOrEqual(250);
  });
});

describe('refuses', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"/>');
  const moving = async () =>
    sharp(await Promise.all(['#c04a5a', '#e8b64c'].map((colour) => blank(40, 50, colour).png().toBuffer())), {
      join: { animated: true },
    });

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['what is no picture', async () => Buffer.from('Dear florist, here is my picture.'), /is not a JPEG, PNG/],
    ['nothing', async () => Buffer.alloc(0), /is not a JPEG, PNG/],
    ['SVG', async () => svg, /is not a JPEG, PNG/],
    ['PDF', async () => Buffer.from('%PDF-1.7'), /is not a JPEG, PNG/],
    ['an animated WebP', async () => (await moving()).webp().toBuffer(), /animated/],
    ['GIF', async () => (await moving()).gif().toBuffer(), /animated/],
    ['HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /HEIC photograph/],
    ['a head without a body', async () => (await blank(40, 40).png().toBuffer()).subarray(0, 20), /is damaged/],
    ['more than 40 million pixels', () => blank(8000, 5001).png().toBuffer(), /8000 × 5001: more than 40 million/],
    ['one endless row', () => blank(12_001, 20).png().toBuffer(), /12001 × 20: longer than 12,000 pixels/],
    ['a picture that takes gigabytes', () => plainAvif(64, 64, [6000, 5000]), /too much memory/],
    ['more than 25 MB', async () => Buffer.alloc(25 * 1024 * 1024 + 1, 0xff), /larger than 25 MB/],
    ['a speck', () => blank(15, 400).png().toBuffer(), /only 15 × 400 pixels/],
  ])('%s', async (_, make, reason) => {
    await expect(makePicture(await make())).rejects.toThrow(reason);
  });

  test('a picture cut short', async () => {
    const whole = await noise(200, 200).jpeg().toBuffer();
    await expect(makePicture(whole.subarray(0, whole.length / 2))).rejects.toThrow(/premature end|truncated|VipsJpeg/i);
  });
});

describe('keeps', () => {
  let cacheDir: string;
  beforeAll(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'marigold-lane-kept-'));
  });
  afterAll(() => rm(cacheDir, { recursive: true }));

  test('what it made, and makes it again when a file is cut short or missing', async () => {
    const master = await blank(20, 20).png().toBuffer();
    const made = await makePicture(master, { cacheDir });
    const endings = ['-20.avif', '-20.jpg', '-20.webp', '-share.jpg', '.json'];
    const names = endings.map((ending) => made.id + ending);
    expect((await readdir(cacheDir)).sort()).toEqual(names);

    // Told from a new one by a word that only the kept one holds.
    const label = join(cacheDir, `${made.id}.json`);
    const files = made.files.map(({ bytes, ...file }) => ({ ...file, length: bytes.length }));
    await writeFile(label, JSON.stringify({ ...made, files, placeholder: 'kept' }));
    expect(await makePicture(master, { cacheDir })).toEqual({ ...made, placeholder: 'kept' });

    // One of before there were crops: it gets one, and the rest stays as it was.
    const without = files.filter(({ format }) => format !== 'share');
    const { share, ...old } = made;
    await writeFile(label, JSON.stringify({ ...old, files: without, placeholder: 'kept' }));
    expect(await makePicture(master, { cacheDir })).toEqual({ ...made, placeholder: 'kept' });

    await truncate(join(cacheDir, `${made.id}-20.jpg`), 10);
    expect(await makePicture(master, { cacheDir })).toEqual(made);
    await rm(join(cacheDir, `${made.id}-20.webp`));
    expect(await makePicture(master, { cacheDir })).toEqual(made);
    await writeFile(label, '{"id":');
    expect(await makePicture(master, { cacheDir })).toEqual(made);
    expect((await readdir(cacheDir)).sort()).toEqual(names);
  });
});
