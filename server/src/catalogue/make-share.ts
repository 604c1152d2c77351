import type { CreateRaw } from 'sharp';
import { SHARE } from '#contract/picture-files.ts';
import { loadSharp } from './load-sharp.ts';

/** How far down a tall picture the crop begins, of what is left over: the heads of the flowers, in most bouquets. */
const FROM_TOP = 0.27;

/** The crop that social networks show beside a link to the page. They cut other shapes as they please. */
export async function makeShare(pixels: Buffer, raw: CreateRaw): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(pixels, { raw })
    .extract(cropOf(raw))
    .resize(SHARE.width, SHARE.height, { fit: 'fill' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/** The largest part of a picture that has the shape, cut before it is enlarged: a narrow one may be endlessly tall. */
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
