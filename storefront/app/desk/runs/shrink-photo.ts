import { drawPhoto } from '../draw-photo.ts';

const LONGEST_SIDE = 1_600;
const QUALITY = 0.82;

/** A photo small enough for a weak signal, and an address to show it by. One that this browser cannot read stays as it is. */
export async function shrinkPhoto(file: File): Promise<{ photo: File; address: string | undefined }> {
  try {
    const canvas = await drawPhoto(file, LONGEST_SIDE);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    // The page's policy shows pictures of its own address and data, not blobs.
    const photo = jpeg ? new File([jpeg], 'photo.jpg', { type: 'image/jpeg' }) : file;
    return { photo, address: canvas.toDataURL('image/jpeg', 0.6) };
  } catch {
    return { photo: file, address: undefined };
  }
}
