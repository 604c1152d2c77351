import * as z from 'zod';

/** What is done if a flower is missing on the day: the florist chooses something as lovely, or asks the buyer first. */
export const SWAP_CHOICES = ['choose', 'ask'] as const;
export const SwapChoice = z.enum(SWAP_CHOICES, { error: 'This must be choose or ask.' });
export type SwapChoice = z.infer<typeof SwapChoice>;

/** What the driver does if nobody opens the door. */
export const NOBODY_IN_CHOICES = ['neighbour', 'porch', 'try again'] as const;
export const NobodyIn = z.enum(NOBODY_IN_CHOICES, { error: 'This must be neighbour, porch or try again.' });
export type NobodyIn = z.infer<typeof NobodyIn>;
