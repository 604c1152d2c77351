/** What a bouquet may hold at most, in the owner's file and in the editor alike. */
export const BOUQUET_LIMITS = {
  itemCode: 40,
  name: 80,
  category: 40,
  occasion: 40,
  occasions: 12,
  summary: 160,
  description: 2_000,
  size: 80,
  presentation: 160,
  care: 500,
  flower: 80,
  flowers: 40,
  /** Stems of one flower. */
  stems: 999,
  pictures: 6,
  alt: 200,
  centimetres: 300,
  perDay: 10_000,
} as const;

/** A photo of a bouquet has at least this many pixels, and is taller than wide. */
export const LEAST_PHOTO = { width: 1_200, height: 1_500 };
