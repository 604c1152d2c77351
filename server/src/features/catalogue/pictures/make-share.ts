import type { CreateRaw } from 'sharp';
import { SHARE } from '#contract/picture-files.ts';
import { loadSharp } from './load-sharp.ts';

/**
 * Where the crop of a tall picture begins, as a part of the height that is cut off: mostly at the heads of the flowers.
 */
const FROM_TOP = 0.27;

/** The crop that social networks show beside a link to the page. They would crop other shapes themselves. */
export async function makeShare(pixels: Buffer, raw: CreateRaw): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(pixels, { raw })
    .extract(cropOf(raw))
    .resize(SHARE.width, SHARE.height, { fit: 'fill' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/**
 * The largest part of a picture with the right shape, cropped before it is enlarged: a narrow picture may be very tall.
 */
function cropOf({ width, height }: { width: number; height: number }) {
  const cropWidth = Math.min(width, Math.round((height * SHARE.width) / SHARE.height));
  const cropHeight = Math.min(height, Math.round((width * SHARE.height) / SHARE.width));
  return {
    left: Math.round((width - cropWidth) / 2),
    top: Math.round((height - cropHeight) * FROM_TOP),
    width: cropWidth,
    height: cropHeight,
  };
}
