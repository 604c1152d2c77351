/** More than the shop stores of a photo, and less than the smallest canvas limit of a phone. */
const LONGEST_SIDE = 2400;
const QUALITY = 0.9;

const isHeic = ({ type, name }: File): boolean =>
  type === '' ? /\.hei[cf]$/i.test(name) : type === 'image/heic' || type === 'image/heif';

/**
 * Converts a HEIC photo to JPEG where the browser can read it, as Safari can: then it can be shown, and less is sent.
 * Elsewhere, and for other types, returns the photo unchanged: the shop reads HEIC, too.
 */
export async function toJpeg(photo: File): Promise<File> {
  if (!isHeic(photo)) return photo;
  try {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return new File([jpeg], photo.name.replace(/\.\w+$/, '.jpg'), { type: jpeg.type });
  } catch {
    return photo;
  }
}
