export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** Brands of HEIF files; what is in them, only decoding tells. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const BRAND_BYTES = 4;
const MOST_BRANDS = 16;
/** So much of a file's beginning tells what it is. */
export const KIND_BYTES = 16 + MOST_BRANDS * BRAND_BYTES;

/** What a file is by how it begins; what it is called proves nothing. Undefined for all that we do not take. */
export function photoKind(bytes: Buffer): PhotoKind | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (!start.startsWith('ftyp', 4)) return undefined;
  const brands = listBrands(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : undefined;
}

/** The main brand of the file and those it says to be compatible with; between them stands a version. */
function listBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), KIND_BYTES);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    brands.push(bytes.toString('latin1', at, at + BRAND_BYTES));
  return brands;
}
