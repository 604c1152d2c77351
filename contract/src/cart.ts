import * as z from 'zod';
import { idOf } from './ids.ts';
import { dropDirectionMarks } from './invisible.ts';
import {
  MAX_CODE_LENGTH,
  MAX_DRIVER_NOTE_LENGTH,
  MAX_EXTRAS,
  MAX_GIFT_NOTE_LENGTH,
  MAX_UNITS_PER_LINE,
} from './limits.ts';
import { Size } from './sizes.ts';
import { anyText, codeText, optionalLine, settledText } from './text.ts';
import { NobodyIn, SwapChoice } from './wishes.ts';

// What a shopper sends to fill and change the cart.

const quantity = z
  .int({ error: 'Quantity must be a whole number.' })
  .min(1, 'Quantity cannot be less than 1.')
  .max(MAX_UNITS_PER_LINE, `Quantity cannot be more than ${MAX_UNITS_PER_LINE}.`);
const product = idOf('a bouquet');

const extras = idOf('an extra').array().max(MAX_EXTRAS, 'That is too many at once.');

export const AddItem = z
  .object({
    product,
    size: Size.default('standard'),
    quantity: quantity.default(1),
    extras: extras.default([]).meta({ description: 'Ids of what goes with each bouquet of the line.' }),
  })
  .meta({ id: 'AddItem' });
export type AddItem = z.infer<typeof AddItem>;

export const StartOrder = z
  .object({ order_items: AddItem.array().min(1, 'Choose a bouquet first.').max(50, 'That is too many at once.') })
  .meta({ id: 'StartOrder' });
export type StartOrder = z.infer<typeof StartOrder>;

/** Sent with requests that may be retried, since the response can get lost. */
export const IdempotencyKey = z.object({
  'idempotency-key': z.uuid('This must be a UUID.').optional().meta({
    description:
      'Made up anew for each press. A change that was made under it before is not made again: the answer is what stands now. A refusal does not use it up. Remembered for two days.',
  }),
});
export type IdempotencyKey = z.infer<typeof IdempotencyKey>;

export const ChangeItem = z
  .object({
    product: product.optional(),
    quantity,
    extras: extras
      .optional()
      .meta({ description: 'What goes with it from now on; without it, what goes with it now.' }),
  })
  .meta({ id: 'ChangeItem' });
export type ChangeItem = z.infer<typeof ChangeItem>;

/** Endless marks can be put on one letter; the longest clusters in real use, family emoji, have eleven code units. */
const MOST_NOTE_SENT = 20 * MAX_GIFT_NOTE_LENGTH;

let signs: Intl.Segmenter | undefined;

/**
 * Counted in grapheme clusters: what looks like one sign counts as one. A text that is far too long is not segmented.
 */
export function noteLength(text: string): number {
  if (text.length > MOST_NOTE_SENT) return text.length;
  signs ??= new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
  return [...signs.segment(text)].length;
}

const TOO_LONG = `Gift note must be no more than ${MAX_GIFT_NOTE_LENGTH} characters.`;
const UNFIT = 'This holds characters we cannot print.';

export const UpdateText = z
  .object({
    text: settledText({ mostSent: MOST_NOTE_SENT, tooLong: TOO_LONG, unfit: UNFIT })
      .transform((text) => dropDirectionMarks(text).replaceAll(/\r\n?/g, '\n'))
      .pipe(
        z
          .string()
          .refine((text) => !/[^\P{Cc}\n\t]|\p{Cs}/u.test(text), UNFIT)
          .refine((text) => noteLength(text) <= MAX_GIFT_NOTE_LENGTH, TOO_LONG),
      ),
  })
  .meta({ id: 'UpdateText' });
export type UpdateText = z.infer<typeof UpdateText>;

export const UpdateShippingAddress = z
  .object({ shipping_address: idOf('an address') })
  .meta({ id: 'UpdateShippingAddress' });
export type UpdateShippingAddress = z.infer<typeof UpdateShippingAddress>;

export const UpdateDeliveryDate = z
  .object({ delivery_date: anyText.max(10, 'This is not a day.') })
  .meta({ id: 'UpdateDeliveryDate' });
export type UpdateDeliveryDate = z.infer<typeof UpdateDeliveryDate>;

export const UpdateCode = z
  .object({ code: codeText(MAX_CODE_LENGTH).meta({ description: 'Empty to take it off.' }) })
  .meta({ id: 'UpdateCode' });
export type UpdateCode = z.infer<typeof UpdateCode>;

export const UpdateWishes = z
  .object({
    swap_choice: SwapChoice.optional(),
    driver_note: optionalLine(MAX_DRIVER_NOTE_LENGTH).optional(),
    nobody_in: NobodyIn.optional(),
  })
  .meta({ id: 'UpdateWishes' });
export type UpdateWishes = z.infer<typeof UpdateWishes>;
