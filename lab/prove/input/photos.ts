import { deflateSync } from 'node:zlib';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { ATTACKS } from '#server/testing/hostile-input/hostile-values.ts';
import { pngChunk } from '#server/testing/photos/hostile-photos.ts';
import type { Random } from '#server/testing/random.ts';

export type Photos = Record<string, Buffer>;

/** Photos as phones make them, to be spoilt, and some files that are no photos. */
export async function takePhotos(): Promise<Photos> {
  const sharp = await loadSharp();
  const size = { width: 64, height: 48, channels: 3, background: '#c60' } as const;
  const noise = sharp({ create: { ...size, noise: { type: 'gaussian', mean: 99, sigma: 40 } } });
  const [jpeg, png, webp, avif, gif, tiff] = await Promise.all([
    noise
      .clone()
      .withExif({ IFD0: { Copyright: 'x'.repeat(500) } })
      .jpeg()
      .toBuffer(),
    noise.clone().png().toBuffer(),
    noise.clone().webp().toBuffer(),
    noise.clone().avif().toBuffer(),
    noise.clone().gif().toBuffer(),
    noise.clone().tiff().toBuffer(),
  ]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>ml=1</script></svg>');
  const [huge, flat] = [claimSize(60_000, 60_000), claimSize(0, 9)];
  const [pdf, none] = [Buffer.from('%PDF-1.7\n'), Buffer.alloc(0)];
  return { jpeg, png, webp, avif, gif, tiff, svg, huge, flat, pdf, none };
}

/** A PNG of a few bytes whose header claims that size. */
function claimSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const zeros = deflateSync(Buffer.alloc(100));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', zeros), pngChunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** A form with a photo in which something is wrong, more or less. */
export function makePhotoForm(random: Random, photos: Photos, fields: Record<string, string> = {}): Buffer {
  const kind = random.oneOf(Object.keys(photos));
  const photo = hurt(random, photos[kind] as Buffer, photos);
  const file = random.oneOf(['a.jpg', 'a.svg', '../../a', 'a%00.png', 'x'.repeat(300), '']);
  const type = random.oneOf(['image/jpeg', 'image/svg+xml', 'text/html', '', 'x'.repeat(200)]);
  const head = (name: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const words = { text: random.oneOf(['Broken stems', ...ATTACKS]), ...fields };
  const text = Object.entries(words).map(([name, value]) => `${head(name)}\r\n${value}\r\n`);
  const upload = [
    Buffer.from(`${head('photo', `; filename="${file}"`)}content-type: ${type}\r\n\r\n`),
    photo,
    Buffer.from('\r\n'),
  ];
  const times = random.oneOf([1, 1, 1, 1, 0, 2, 3]);
  const parts = [Buffer.from(text.join('')), ...Array.from({ length: times }, () => upload).flat()];
  return Buffer.concat([...(random.roll() < 0.2 ? parts.reverse() : parts), Buffer.from('--b--\r\n')]);
}

/** Truncated, with bytes changed, with another one appended, or as it is. */
function hurt(random: Random, photo: Buffer, photos: Photos): Buffer {
  const how = random.oneOf(['cut', 'changed', 'changed', 'two', 'whole'] as const);
  if (how === 'cut') return photo.subarray(0, random.between(0, photo.length));
  if (how === 'two') return Buffer.concat([photo, photos[random.oneOf(Object.keys(photos))] as Buffer]);
  if (how === 'whole' || photo.length === 0) return photo;
  const copy = Buffer.from(photo);
  for (let times = random.between(1, 20); times > 0; times--)
    copy[random.between(0, copy.length - 1)] = random.between(0, 255);
  return copy;
}
