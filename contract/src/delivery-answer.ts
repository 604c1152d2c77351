import * as z from 'zod';

/** What the server says of the next delivery, with its own clock so that no visitor's wrong one misleads them. */
export const DeliveryAnswer = z
  .object({
    now: z.iso.datetime().meta({ description: "The shop's clock." }),
    day: z.iso.date().meta({ description: 'The first day we can deliver on, if ordered now.' }),
    order_by: z.iso.datetime().meta({ description: 'Until when that stays true.' }),
    cut_off_passed: z.boolean().meta({ description: "Whether today's cut-off, 12 noon in London, is over." }),
  })
  .meta({ id: 'DeliveryAnswer', description: 'The next delivery, by the clock of the shop.' });
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>;
