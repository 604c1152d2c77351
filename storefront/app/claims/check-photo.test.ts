import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { checkPhoto } from './check-photo.ts';

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });
const WRONG_KIND = 'Please send a photo as JPEG, PNG, WebP or HEIC.';

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'])('lets %s pass', (type) => {
  expect(checkPhoto(file('photo', type))).toBeUndefined();
});

test('goes by the name where the system does not know the type', () => {
  expect(checkPhoto(file('IMG_0042.HEIC', ''))).toBeUndefined();
  expect(checkPhoto(file('notes.txt', ''))).toBe(WRONG_KIND);
});

test('refuses what is no photo, whatever its name', () => {
  expect(checkPhoto(file('photo.jpg', 'image/svg+xml'))).toBe(WRONG_KIND);
  expect(checkPhoto(file('photo.jpg', 'image/gif'))).toBe(WRONG_KIND);
});

test('refuses one byte too many, and none', () => {
  expect(checkPhoto(file('photo.jpg', 'image/jpeg', MAX_PHOTO_BYTES))).toBeUndefined();
  expect(checkPhoto(file('photo.jpg', 'image/jpeg', MAX_PHOTO_BYTES + 1))).toBe(
    'This photo is too large. Please send one of at most 10 MB.',
  );
  expect(checkPhoto(file('photo.jpg', 'image/jpeg', 0))).toBe('We could not read this photo.');
});
