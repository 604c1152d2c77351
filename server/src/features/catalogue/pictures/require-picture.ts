import { MAX_PHOTO_SIDE } from '#contract/limits.ts';
import { isTooCostly } from './decoding-cost.ts';
import { loadSharp } from './load-sharp.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
/** Smaller pictures show nothing, and their URLs need widths of two digits or more. */
const MIN_SIDE = 16;

/** The size of a picture, upright. Throws an Error that says why a file cannot be used. */
export async function requirePicture(master: Buffer): Promise<{ width: number; height: number }> {
  if (master.length > MAX_BYTES) throw new Error('is larger than 25 MB');
  // Only formats we expect reach the decoder: it knows many more, and each could have a vulnerability.
  const kind = kindOf(master);
  if (kind === 'heic') throw new Error('is a HEIC photograph, which browsers cannot show: save it as JPEG');
  if (kind === 'moving') throw new Error('is of a kind that may be animated: save it as JPEG or PNG');
  if (!kind) throw new Error('is not a JPEG, PNG, WebP, AVIF or TIFF picture');

  const sharp = await loadSharp();
  const header = await sharp(master, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw new Error('is damaged: it cannot be read', { cause });
    });
  const { autoOrient, pages = 1 } = header;
  const { width, height } = autoOrient;
  if (pages > 1) throw new Error('is animated or holds several pictures');
  if (width * height > MAX_PIXELS) throw new Error(`is ${width} × ${height}: more than 40 million pixels`);
  if (Math.max(width, height) > MAX_PHOTO_SIDE) throw new Error(`is ${width} × ${height}: longer than 12,000 pixels`);
  if (isTooCostly(header)) throw new Error('takes too much memory to open: save it as JPEG, or smaller');
  if (Math.min(width, height) < MIN_SIDE) throw new Error(`is only ${width} × ${height} pixels`);
  return { width, height };
}

type Kind = 'still' | 'moving' | 'heic' | undefined;

/** By the first bytes of the file; its name proves nothing. */
function kindOf(master: Buffer): Kind {
  const start = master.toString('latin1', 0, 64);
  if (start.startsWith('\xff\xd8\xff')) return 'still';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return isAnimatedPng(master) ? 'moving' : 'still';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'still';
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'still';
  if (start.startsWith('GIF8')) return 'moving';
  if (!start.startsWith('ftyp', 4)) return undefined;
  const brands = start.slice(8);
  if (brands.startsWith('avis')) return 'moving';
  if (brands.includes('avif')) return 'still';
  return /^(hei|hev|mif|msf)/.test(brands) ? 'heic' : undefined;
}

/** An animated PNG says so before its picture data; the decoder would silently show the first frame only. */
function isAnimatedPng(master: Buffer): boolean {
  return master.subarray(0, Math.max(0, master.indexOf('IDAT'))).includes('acTL');
}
