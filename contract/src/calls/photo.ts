import * as z from 'zod';
import { MAX_PHOTO_BYTES } from '../limits.ts';
import { fileOf } from './call.ts';

/** Bytes, as the API document shows them. */
const binary = (description: string) => z.unknown().meta({ type: 'string', format: 'binary', description });

/** A photo in a form, for the API document only: it is read and checked as it arrives. */
export const PhotoField = binary(
  `JPEG, PNG, WebP or HEIC; ${MAX_PHOTO_BYTES / 1024 / 1024} MB, 40 megapixels and 12,000 pixels a side at most.`,
);

export const PHOTO = fileOf('image/jpeg', 'JPEG', binary('The photo, drawn anew.'));
