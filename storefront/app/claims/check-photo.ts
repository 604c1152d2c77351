import { MAX_PHOTO_BYTES } from '#contract/limits.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];
const MAX_MB = MAX_PHOTO_BYTES / 1024 / 1024;
const PHOTO_NAMES = /\.(jpe?g|png|webp|hei[cf])$/i;

/** Why the shop would refuse a photo, as far as can be seen before it is sent. */
export function checkPhoto(photo: File): string | undefined {
  // Some systems report no type for HEIC files: then the name decides.
  const isPhoto = photo.type === '' ? PHOTO_NAMES.test(photo.name) : PHOTO_TYPES.includes(photo.type);
  if (!isPhoto) return 'Please send a photo as JPEG, PNG, WebP or HEIC.';
  if (photo.size === 0) return 'We could not read this photo.';
  if (photo.size > MAX_PHOTO_BYTES) return `This photo is too large. Please send one of at most ${MAX_MB} MB.`;
  return undefined;
}
