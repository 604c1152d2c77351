import { afterEach, expect, test, vi } from 'vitest';
import { toJpeg } from './to-jpeg.ts';

const file = (name: string, type: string) => new File(['photo'], name, { type });

/** A browser that reads HEIC, as Safari does. Node has neither of these. */
function readHeic(width: number, height: number) {
  const drawn: unknown[][] = [];
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close() {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width: number;
      height: number;
      constructor(across: number, down: number) {
        this.width = across;
        this.height = down;
      }
      getContext = () => ({ drawImage: (_picture: unknown, ...place: unknown[]) => drawn.push(place) });
      convertToBlob = async ({ type }: { type: string }) => new Blob(['drawn'], { type });
    },
  );
  return drawn;
}

afterEach(() => void vi.unstubAllGlobals());

test('draws a phone’s photo as JPEG where the browser reads it', async () => {
  const drawn = readHeic(4032, 3024);
  const { name, type } = await toJpeg(file('IMG_0042.HEIC', 'image/heic'));
  expect({ name, type, drawn }).toEqual({ name: 'IMG_0042.jpg', type: 'image/jpeg', drawn: [[0, 0, 2400, 1800]] });
});

test('goes by the name where the system does not know the type, and makes nothing larger', async () => {
  const drawn = readHeic(64, 48);
  expect((await toJpeg(file('a.heif', ''))).type).toBe('image/jpeg');
  expect(drawn).toEqual([[0, 0, 64, 48]]);
});

test('leaves the photo to the shop where the browser does not, and every other kind', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('InvalidStateError')));
  for (const photo of [file('IMG_0042.HEIC', 'image/heic'), file('a.jpg', 'image/jpeg')])
    expect(await toJpeg(photo)).toBe(photo);
});
