import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ClaimText } from '#contract/claims.ts';
import { Invalid } from '#server/errors.ts';
import { toFields } from '#server/platform/http/to-fields.ts';
import type { PhotoFile } from './photos/photo-file.ts';
import type { PhotoKind } from './photos/photo-kind.ts';
import { readPhotoForm, type SentPhoto } from './photos/read-photo-form.ts';
import { WRONG_KIND } from './photos/reencode-photo.ts';
import type { UploadSlot } from './photos/upload-slots.ts';

/** The text and the kind of the photo. The photo itself is in the file. */
export type ClaimForm = { text: string; kind: PhotoKind };

/** One more text than allowed, so that we can name what is too much. */
const LIMITS = { fields: 3, tooMany: 'Please send one photo and one line of text, and nothing else.' };

const Form = z.strictObject({
  text: ClaimText,
  photo: z.custom<SentPhoto>().superRefine((photo: Partial<SentPhoto> | '' | undefined, { addIssue }) => {
    if (!photo || photo.bytes === 0) addIssue('This field is required.');
    else if (!photo.kind) addIssue(WRONG_KIND);
  }),
});

/** Reads a form, its photo into the file, within limits. All that is wrong with it is refused together. */
export async function readClaimForm(request: FastifyRequest, file: PhotoFile, slot: UploadSlot): Promise<ClaimForm> {
  const { data, error } = Form.safeParse(await readPhotoForm(request, file, slot, LIMITS));
  // `toFields` is typed for Fastify's issues, which Zod made.
  if (error) throw new Invalid(toFields(error.issues as Parameters<typeof toFields>[0]));
  slot.arrived();
  // The form was refused if the photo has no kind.
  return { text: data.text, kind: data.photo.kind as PhotoKind };
}
