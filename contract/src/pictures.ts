import * as z from 'zod';

/** A picture is known by its id; its files are at `/pictures/<id>-<width>.<format>`. */
export const Picture = z
  .object({
    id: z.string(),
    alt: z.string(),
    width: z.int().meta({ description: 'Width of the largest file, in pixels.' }),
    height: z.int(),
    widths: z.array(z.int()).meta({ description: 'Widths that exist in every format, ascending.' }),
    placeholder: z.string().meta({ description: 'A tiny blurred version as a data address.' }),
    share: z.literal(true).optional().meta({
      description: 'There is a crop of 1200 × 630 at `/pictures/<id>-share.jpg`, for those who share the page.',
    }),
  })
  .meta({ id: 'Picture' });
export type Picture = z.infer<typeof Picture>;
