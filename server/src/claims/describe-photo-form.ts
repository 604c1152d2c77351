import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';

/** Bytes, as the API document shows them. */
export const binary = (description: string) => z.unknown().meta({ type: 'string', format: 'binary', description });

/** A photo in a form, for the API document only: it is read and checked as it arrives. */
export const photoField = binary(
  `JPEG, PNG, WebP or HEIC; ${MAX_PHOTO_BYTES / 1024 / 1024} MB, 40 megapixels and 12,000 pixels a side at most.`,
);

/** For routes whose body is such a form: there is nothing to validate before it is read. */
export const checkAllButBody: typeof validatorCompiler = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route);
