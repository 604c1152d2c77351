import * as z from 'zod';

/** The next delivery by the server's clock: a visitor's own may be wrong. */
export const DeliveryAnswer = z
  .object({
    now: z.iso.datetime().meta({ description: "The shop's clock." }),
    day: z.iso.date().meta({ description: 'The first day we can deliver on, if ordered now.' }),
    order_by: z.iso.datetime().meta({ description: 'Until when that stays true.' }),
    cut_off_passed: z.boolean().meta({ description: "Whether today's cut-off, 12 noon in London, is over." }),
  })
  .meta({ id: 'DeliveryAnswer', description: 'The next delivery, by the clock of the shop.' });
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>;
