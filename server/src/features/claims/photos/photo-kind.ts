export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** Brands of HEIF files; only decoding shows what is in them. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const BRAND_BYTES = 4;
const MOST_BRANDS = 16;
/** How much of the beginning of a file is needed to tell its kind. */
export const KIND_BYTES = 16 + MOST_BRANDS * BRAND_BYTES;

/** The kind of a file by its first bytes; its name proves nothing. Undefined for kinds that we do not accept. */
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

/** The main brand and the compatible ones; a version stands between them. */
function listBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.length, bytes.readUInt32BE(0), KIND_BYTES);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let offset = 16; offset + BRAND_BYTES <= end; offset += BRAND_BYTES)
    brands.push(bytes.toString('latin1', offset, offset + BRAND_BYTES));
  return brands;
}
