import { describe, expect, test } from 'vitest';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { sampler } from '#server/testing/sample.ts';
import { SMALL_SIDE, showsNothing } from './shows-nothing.ts';

const sharp = await loadSharp();
type Picture = ReturnType<typeof sharp>;

/** As the decoder draws it, from the JPEG that it has written. */
async function judge(photo: Picture): Promise<boolean> {
  const jpeg = await photo.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
  const size = { width: SMALL_SIDE, height: SMALL_SIDE, fit: 'fill' as const, kernel: 'linear' as const };
  return showsNothing(await sharp(jpeg).resize(size).toColourspace('srgb').raw().toBuffer());
}

const PICTURES = [
  'tearoom-close',
  'tearoom-main',
  'frostfair-main',
  'inkpaper-close',
  'chapel-main',
  'doorstep',
  'promo',
];
const masters = await Promise.all(
  sampler.pick(4, PICTURES).map(async (name) => {
    const picture = sharp(`catalogue/pictures/${name}.avif`).resize({ width: 600, height: 600, fit: 'inside' });
    return [name, await picture.jpeg().toBuffer()] as const;
  }),
);

describe.each(masters)('an honest photo, %s, is seen,', (_name, master) => {
  test.each<[string, (photo: Picture) => Picture | Promise<Picture>]>([
    ['as it is', (photo) => photo],
    ['in black and white', (photo) => photo.greyscale()],
    ['taken at a tenth of the light', (photo) => photo.linear(0.1, 0)],
    ['taken at a thirtieth of the light', (photo) => photo.linear(1 / 30, 0)],
    ['against the sun', (photo) => photo.linear(0.3, 180)],
    ['out of focus', (photo) => photo.blur(30)],
    ['out of focus in the dark', (photo) => photo.linear(0.1, 0).blur(15)],
    ['from very near', (photo) => photo.extract({ left: 200, top: 150, width: 130, height: 130 })],
    ['grainy in the dark', (photo) => addNoise(photo.linear(0.1, 0), 25)],
    ['lying on its side', (photo) => photo.rotate(90)],
  ])('%s', async (_how, take) => {
    expect(await judge(await take(sharp(master)))).toBe(false);
  });
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04a5a' } });
const gaussian = (width: number, height: number, sigma: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#a55', noise: { type: 'gaussian', mean: 128, sigma } },
  });

function gradient(kind: 'linear' | 'radial', stops: string, more = ''): Picture {
  const shade = `<${kind}Gradient id="g" ${more}>${stops}</${kind}Gradient>`;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700">${shade}<rect width="900" height="700" fill="url(#g)"/></svg>`,
    ),
  );
}
const TWO = '<stop offset="0" stop-color="#a33"/><stop offset="1" stop-color="#3c6"/>';
const THREE =
  '<stop offset="0" stop-color="#a33"/><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#306"/>';

/** The same in every run. */
async function addNoise(photo: Picture, most: number): Promise<Picture> {
  const { data, info } = await photo.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + (state / 2 ** 31 - 0.5) * 2 * most));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
}

test.each<[string, () => Picture | Promise<Picture>]>([
  ['one colour', () => plain(800, 600)],
  ['black', () => plain(800, 600).linear(0, 0)],
  ['noise as fine as the photo', () => gaussian(1_600, 1_200, 40)],
  ['noise of a middling size', () => gaussian(800, 600, 80)],
  ['coarse noise', () => gaussian(320, 240, 40)],
  ['faint noise', () => gaussian(800, 600, 10)],
  [
    'squares of noise',
    async () => sharp(await gaussian(100, 75, 80).resize(800, 600, { kernel: 'nearest' }).png().toBuffer()),
  ],
  ['a gradient from side to side', () => gradient('linear', TWO)],
  ['a gradient from corner to corner', () => gradient('linear', TWO, 'x2="1" y2="1"')],
  ['a gradient of three colours', () => gradient('linear', THREE)],
  ['a gradient from the middle', () => gradient('radial', TWO)],
  ['a gradient under noise', () => addNoise(gradient('linear', TWO), 40)],
])('%s shows nothing', async (_what, make) => {
  expect(await judge(await make())).toBe(true);
});
