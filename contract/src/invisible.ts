/** The flags of England, Scotland and Wales are spelt with letters that cannot be seen: those stay. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f}';
/** Joiners shape Persian, Indic scripts and families of faces; selectors choose between two looks of a sign; fillers hold old Hangul. */
const NEEDED = '[\\u200c\\u200d\\u115f\\u1160\\p{VS}]';
const UNSEEN = new RegExp(`(${FLAG})|(?!${NEEDED})[\\p{DI}\\ufff9-\\ufffb]`, 'gu');
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
const SEEN = /[^\p{DI}\p{Z}\p{Cc}\u2800]/u;

/**
 * A line without what cannot be seen: marks that turn the direction of writing, spaces of no width, soft hyphens. In a name
 * they make it look like another, or turn the words that stand after it on the page. They are dropped and not refused, because
 * address books and web pages put them around what people paste, and nobody can delete what they cannot see.
 */
export const dropInvisible = (line: string): string => line.replaceAll(UNSEEN, (_, flag?: string) => flag ?? '');

/** Text of several lines without what turns a stretch of it around; marks that only lean on their neighbour stay. */
export const dropDirectionMarks = (text: string): string => text.replaceAll(TURNING, '');

/** Whether there is anything to see in it. */
export const isVisible = (text: string): boolean => SEEN.test(text);
