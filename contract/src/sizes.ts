import * as z from 'zod';

/** The sizes a bouquet may have, the smallest first. Every bouquet has the standard one. */
export const SIZES = ['standard', 'large', 'grand'] as const;
export const Size = z.enum(SIZES, { error: 'This must be standard, large or grand.' });
export type Size = z.infer<typeof Size>;
