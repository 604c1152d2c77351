import type { Metadata } from 'sharp';

export type PictureHeader = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth'>;

/** What decoding may take. The decoder of claims' photos is given this and room for itself. */
const MOST_DECODING_BYTES = 450 * 1024 * 1024;

const DEPTH_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };
const depthBytes = ({ depth }: PictureHeader) => DEPTH_BYTES[depth] ?? 16;

/**
 * What one pixel may take at worst, as measured: several scans of a JPEG keep its coefficients, an interlaced PNG is held
 * whole, and AVIF and HEIC are held several times over.
 */
const PIXEL_BYTES: Record<string, (header: PictureHeader) => number> = {
  jpeg: ({ channels }) => 2 * channels,
  png: (header) => header.channels * depthBytes(header),
  webp: () => 8,
  tiff: (header) => header.channels * depthBytes(header),
  heif: (header) => (depthBytes(header) === 1 ? 18 : 24),
};

/** Whether decoding a picture could take more memory than we give it, by what its header says. */
export function isTooCostly(header: PictureHeader): boolean {
  const bytes = PIXEL_BYTES[header.format]?.(header) ?? Number.POSITIVE_INFINITY;
  return header.width * header.height * bytes > MOST_DECODING_BYTES;
}
