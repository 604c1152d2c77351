import type { Size } from '#contract/sizes.ts';

export const SIZE_NAMES: Record<Size, string> = { standard: 'Standard', large: 'Large', grand: 'Grand' };
