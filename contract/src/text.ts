import * as z from 'zod';
import { BLANK, MISSING } from './blank-words.ts';
import { dropDirectionMarks, dropInvisible, isVisible } from './invisible.ts';
import { hasMarkRuns, normalise, SENT_PER_SIGN } from './normalise.ts';

/** Control characters do not belong in a line of text; PostgreSQL refuses the null among them. */
const HAS_CONTROLS = /\p{Cc}/u;
const HAS_LONE_SURROGATE = /\p{Cs}/u;

const isPlain = (text: string): boolean => !HAS_CONTROLS.test(text) && !HAS_LONE_SURROGATE.test(text);
const UNFIT = 'This holds characters we cannot keep.';
const sayTooLong = (maxLength: number): string => `This must be no more than ${maxLength} characters.`;

/**
 * Any text at all, as a value that may be missing or of another kind. Costly checks are made on `settledText` instead.
 */
export const anyText = z.string({
  error: ({ input }) => (input === undefined ? MISSING : 'This must be text.'),
});

type Settled = { mostSent: number; tooLong: string; unfit?: string; form?: 'NFC' | 'NFKC' };

/** Normalised text. Nothing costlier than counting is done before its length is known to be small. */
export const settledText = ({ mostSent, tooLong, unfit = UNFIT, form = 'NFC' }: Settled, text = anyText) =>
  text
    .refine((sent) => sent.length <= mostSent, { error: tooLong, abort: true })
    .refine((sent) => !hasMarkRuns(sent), { error: unfit, abort: true })
    .transform((sent) => normalise(form, sent, mostSent) ?? '');

/** What was typed into a field of this length. */
const typedText = (maxLength: number) =>
  settledText({ mostSent: SENT_PER_SIGN * maxLength, tooLong: sayTooLong(maxLength) });

/** One line that someone typed: trimmed, normalised, with something visible in it and nothing invisible. */
export const line = (maxLength: number) =>
  typedText(maxLength)
    .transform((text) => dropInvisible(text).trim())
    .pipe(
      z
        .string()
        .min(1, { error: BLANK, abort: true })
        .max(maxLength, { error: sayTooLong(maxLength), abort: true })
        .refine(isPlain, { error: UNFIT, abort: true })
        .refine(isVisible, BLANK),
    );

/** One line that may be left out. */
export const optionalLine = (maxLength: number) =>
  typedText(maxLength)
    .transform((text) => dropInvisible(text).trim())
    .pipe(
      z
        .string()
        .max(maxLength, { error: sayTooLong(maxLength), abort: true })
        .refine(isPlain, UNFIT),
    );

/** A code as it is compared: in capital letters, without what is around it. Empty where there is none. */
export const codeText = (maxLength: number) =>
  settledText({ mostSent: SENT_PER_SIGN * maxLength, tooLong: sayTooLong(maxLength), form: 'NFKC' })
    .transform((text) => dropInvisible(text).trim().toUpperCase())
    .pipe(
      z
        .string()
        .max(maxLength, { error: sayTooLong(maxLength), abort: true })
        .refine(isPlain, UNFIT),
    );

/** Text of several lines, at least one character. Of invisible characters only line breaks stay. */
export const paragraphs = (maxLength: number) =>
  typedText(maxLength)
    .transform((text) => dropDirectionMarks(text).replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: BLANK, abort: true })
        .max(maxLength, { error: sayTooLong(maxLength), abort: true })
        .refine((text) => isPlain(text.replaceAll('\n', '')), { error: UNFIT, abort: true })
        .refine(isVisible, BLANK),
    );

/** Text of several lines that may be left out; text without visible characters is empty. */
export const optionalParagraphs = (maxLength: number) =>
  typedText(maxLength)
    .transform((text) => dropDirectionMarks(text).replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(maxLength, { error: sayTooLong(maxLength), abort: true })
        .refine((text) => isPlain(text.replaceAll('\n', '')), UNFIT),
    )
    .transform((text) => (isVisible(text) ? text : ''));
