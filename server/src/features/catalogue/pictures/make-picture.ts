import { createHash } from 'node:crypto';
import { type PictureFormat, SHARE } from '#contract/picture-files.ts';

import { cachePicture, readCachedPicture } from './cached-pictures.ts';
import { loadSharp } from './load-sharp.ts';
import type { MadePicture, PictureFile } from './made-picture.ts';
import { makeShare } from './make-share.ts';
import { requirePicture } from './require-picture.ts';

/** Part of every id: raise it when the files would come out different, and every picture gets a new address. */
const RECIPE = 'marigold-lane picture 1';
const WIDTHS = [360, 540, 720, 1200];
/** The page's background, for pictures with transparency: not every format has it. */
const BACKGROUND = '#f4efe5';
const PLACEHOLDER_LENGTH = 250;
const PLACEHOLDERS = [
  [16, 40],
  [16, 20],
  [16, 5],
  [12, 5],
  [8, 1],
] as const;

type Options = {
  /** The cache of finished pictures, so that the same master is never encoded twice. */
  cacheDir?: string | undefined;
  /**
   * Widths to make, ascending; none is wider than the master. Set for pictures of pages, which have no crop for
   * sharing.
   */
  widths?: number[];
};

/** A hash: the same master and recipe always have the same id. */
export function pictureId(master: Buffer, widths = WIDTHS): string {
  return createHash('sha256').update(`${RECIPE} ${widths}\n`).update(master).digest('hex').slice(0, 16);
}

/** Every file of a picture, from its master. Throws an Error that says what is wrong with the master. */
export async function makePicture(master: Buffer, { cacheDir, widths = WIDTHS }: Options = {}): Promise<MadePicture> {
  const id = pictureId(master, widths);
  const cached = cacheDir ? await readCachedPicture(cacheDir, id) : undefined;
  const isComplete = cached?.share || widths !== WIDTHS;
  if (cached && isComplete) return cached;
  const encoded = cached ?? (await encode(master, id, widths));
  const made = widths === WIDTHS ? await addShare(encoded, master) : encoded;
  if (cacheDir) await cachePicture(cacheDir, made);
  return made;
}

async function encode(master: Buffer, id: string, wanted: number[]): Promise<MadePicture> {
  const size = await requirePicture(master);
  const widths = wanted.filter((width) => width <= size.width);
  if (size.width < Math.max(...wanted) && !widths.includes(size.width)) widths.push(size.width);

  // A master may be huge: it is decoded once, and the smaller files are made from the largest.
  const width = Math.max(...widths);
  const largest = await open(master, width);
  const files: PictureFile[] = [];
  for (const width of widths) {
    const scaled = await scale(largest, width);
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      files.push({ format, width, bytes: await encodeAs(format, scaled) });
    }
  }
  return { id, width, height: largest.info.height, widths, placeholder: await makePlaceholder(largest), files };
}

/** Separate, so that a picture that was cached before crops existed gets one without being encoded again. */
async function addShare(picture: MadePicture, master: Buffer): Promise<MadePicture> {
  const { data, info } = await open(master, picture.width);
  const bytes = await makeShare(data, info);
  return { ...picture, share: true, files: [...picture.files, { format: 'share', width: SHARE.width, bytes }] };
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/**
 * Upright, in sRGB, on the background and without metadata such as camera and place: sharp writes none unless told to.
 */
async function open(master: Buffer, width: number): Promise<Pixels> {
  const sharp = await loadSharp();
  return sharp(master)
    .autoOrient()
    .resize(width)
    .flatten({ background: BACKGROUND })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

async function scale({ data, info }: Pixels, width: number): Promise<Pixels> {
  if (width === info.width) return { data, info };
  const sharp = await loadSharp();
  return sharp(data, { raw: info }).resize(width).raw().toBuffer({ resolveWithObject: true });
}

async function encodeAs(format: PictureFormat, { data, info }: Pixels): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(data, { raw: info });
  const encoded = {
    // Effort 2 takes twice as long and effort 4 fourteen times, for one and six hundredths of the bytes.
    avif: () => image.avif({ quality: 50, effort: 1 }),
    webp: () => image.webp({ quality: 76 }),
    jpg: () => image.jpeg({ quality: 76, mozjpeg: true }),
  };
  return encoded[format]().toBuffer();
}

/** It is inlined in the page, so it must be tiny: tries coarser ones until it is. */
async function makePlaceholder({ data, info }: Pixels): Promise<string> {
  const sharp = await loadSharp();
  for (const [side, quality] of PLACEHOLDERS) {
    const tiny = sharp(data, { raw: info }).resize(side, side * 2, { fit: 'inside' });
    const bytes = await tiny.webp({ quality, effort: 6 }).toBuffer();
    const address = `data:image/webp;base64,${bytes.toString('base64')}`;
    if (address.length <= PLACEHOLDER_LENGTH) return address;
  }
  throw new Error('has no placeholder small enough');
}
