import * as z from 'zod';

/** Control characters have no place in a line of text; PostgreSQL refuses the null among them. */
const HAS_CONTROLS = /\p{Cc}/u;
const HAS_LONE_SURROGATE = /\p{Cs}/u;

const isPlain = (text: string): boolean => !HAS_CONTROLS.test(text) && !HAS_LONE_SURROGATE.test(text);
const UNFIT = 'This holds characters we cannot keep.';
const tooLong = (maxLength: number): string => `This must be no more than ${maxLength} characters.`;

/** Any text at all, as a value that may be missing or of another kind. */
export const anyText = z.string({
  error: ({ input }) => (input === undefined ? 'This field is required.' : 'This must be text.'),
});

/** One line that someone typed: trimmed, in one Unicode form, at least one character. */
export const line = (maxLength: number) =>
  anyText
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'This field may not be blank.', abort: true })
        .max(maxLength, tooLong(maxLength))
        .refine(isPlain, UNFIT),
    );

/** One line that may be left out. */
export const optionalLine = (maxLength: number) =>
  anyText
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().max(maxLength, tooLong(maxLength)).refine(isPlain, UNFIT));

/** Text of several lines, at least one character. Only line breaks are kept of what cannot be seen. */
export const paragraphs = (maxLength: number) =>
  anyText
    .transform((text) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'This field may not be blank.', abort: true })
        .max(maxLength, tooLong(maxLength))
        .refine((text) => isPlain(text.replaceAll('\n', '')), UNFIT),
    );
