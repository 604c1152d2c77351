import * as z from 'zod';

/** Every refusal is one of these: `{detail}`, or messages under the fields they belong to. */
export const Detail = z
  .object({ detail: z.string() })
  .meta({ id: 'Detail', description: 'One sentence that says what went wrong.' });
export type Detail = z.infer<typeof Detail>;

/** The 403 of a call that wants a passkey: with `confirm`, the same call is taken once a passkey confirmed who asks. */
export const MayNot = z
  .object({ detail: z.string(), confirm: z.literal(true).optional() })
  .meta({ id: 'MayNot', description: 'It may not be done. With `confirm`: not before a passkey confirmed who asks.' });
export type MayNot = z.infer<typeof MayNot>;

export const FieldErrors = z.record(z.string(), z.array(z.string())).meta({
  id: 'FieldErrors',
  description: 'Messages under the field they belong to; `non_field_errors` for the whole.',
});
export type FieldErrors = z.infer<typeof FieldErrors>;

/** Invalid input: messages by field, or one for the whole if it could not even be read. */
export const BadInput = z.union([FieldErrors, Detail]).meta({ id: 'BadInput' });
