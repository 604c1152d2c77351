/** As sharp reads it, or as another process sends it. */
type PictureHeader = { format: string; width: number; height: number; channels: number; depth: string };

/** The memory that decoding may take. The limit for photos of claims is this plus what the process itself needs. */
const MOST_DECODING_BYTES = 450 * 1024 * 1024;

const DEPTH_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };
const depthBytes = ({ depth }: PictureHeader) => DEPTH_BYTES[depth] ?? 16;

/**
 * Bytes that one pixel may take at worst, as measured: a JPEG with several scans needs all its coefficients in memory,
 * an interlaced PNG the whole picture, AVIF and HEIC several copies of it.
 */
const PIXEL_BYTES: Record<string, (header: PictureHeader) => number> = {
  jpeg: ({ channels }) => 2 * channels,
  png: (header) => header.channels * depthBytes(header),
  webp: () => 8,
  tiff: (header) => header.channels * depthBytes(header),
  heif: (header) => (depthBytes(header) === 1 ? 18 : 24),
};

/** Whether decoding a picture could take more memory than allowed, by its header. */
export function isTooCostly(header: PictureHeader): boolean {
  const bytes = PIXEL_BYTES[header.format]?.(header) ?? Number.POSITIVE_INFINITY;
  return header.width * header.height * bytes > MOST_DECODING_BYTES;
}
