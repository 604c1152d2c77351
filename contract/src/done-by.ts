import * as z from 'zod';
import { Id } from './ids.ts';

/** Who can have done something. The buyer is that of the order it was done to. */
export const ACTORS = ['buyer', 'shop', 'PayPal', 'staff', 'command line'] as const;
export type Actor = (typeof ACTORS)[number];

/** Who did it: rules and pages ask `by` and `staff`. The name is only shown: whoever has it chose it. */
export const DONE_BY = {
  by: z.enum(ACTORS),
  staff: Id.nullable().meta({ description: 'The member of staff; null for anybody else.' }),
  who: z.string().meta({ description: 'The name, to be shown.' }),
};
