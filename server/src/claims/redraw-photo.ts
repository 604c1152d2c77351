import type { Metadata, Sharp } from 'sharp';
import { MAX_PHOTO_PIXELS } from '#contract/limits.ts';
import { takeTurns } from '../accounts/take-turns.ts';
import { loadSharp } from '../catalogue/load-sharp.ts';
import { Busy, Invalid } from '../errors.ts';
import { type PhotoKind, photoKind } from './photo-kind.ts';

export const WRONG_KIND = 'Please send a photo as JPEG, PNG, WebP or HEIC.';
const TOO_MANY_PIXELS = `This photo is too large: it has more than ${MAX_PHOTO_PIXELS / 1_000_000} megapixels.`;
const UNREADABLE = 'We could not read this photo.';
const UNREADABLE_HEIC = "This phone's format cannot be read here. Please send the photo as JPEG.";

const LONGEST_SIDE = 1_600;
const QUALITY = 80;
/** What may be see-through becomes white: JPEG cannot be. */
const GROUND = '#ffffff';
const LONGEST_DECODE_S = 20;
const LONGEST_WAIT_MS = 20_000;

/** The decoder's own name for each kind. */
const FORMATS = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif', heic: 'heif' } as const;

/** One photo fills a processor and, while it is large, a lot of memory. */
const inLine = takeTurns({ atOnce: 1, longestWaitMs: LONGEST_WAIT_MS, tooLate: () => new Busy() });

/**
 * The photo drawn anew as a JPEG of modest size, upright: nothing of the file that was sent remains but what can be seen.
 * Kind and size are known from its beginning, before anything is decoded.
 */
export async function redrawPhoto(sent: Buffer): Promise<Buffer> {
  const kind = photoKind(sent);
  if (!kind) throw new Invalid({ photo: [WRONG_KIND] });
  return inLine(async () => {
    const sharp = await loadSharp();
    // The size is judged here, with words of its own.
    const header = await orUnreadable(kind, sharp(sent, { limitInputPixels: false }).metadata());
    requireSize(kind, header);
    return orUnreadable(kind, draw(sharp(sent, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error' })));
  });
}

function requireSize(kind: PhotoKind, { format, width, height }: Metadata): void {
  // A file made to look like one kind to us and like another to the decoder.
  if (format !== FORMATS[kind]) throw new Invalid({ photo: [UNREADABLE] });
  if (width * height > MAX_PHOTO_PIXELS) throw new Invalid({ photo: [TOO_MANY_PIXELS] });
}

/** Of an animation, the first picture. Neither place nor camera: sharp keeps no metadata unless asked. */
function draw(photo: Sharp): Promise<Buffer> {
  return photo
    .timeout({ seconds: LONGEST_DECODE_S })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Whatever the decoder dislikes is the photo's fault. Not every platform has the decoder that photos of phones need. */
async function orUnreadable<T>(kind: PhotoKind, decoding: Promise<T>): Promise<T> {
  return decoding.catch(() => {
    throw new Invalid({ photo: [kind === 'heic' ? UNREADABLE_HEIC : UNREADABLE] });
  });
}
