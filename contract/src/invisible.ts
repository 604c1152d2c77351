/** The flags of England, Scotland and Wales are spelt with invisible tag characters: those stay. */
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f}';
/**
 * Joiners shape Persian, Indic scripts and families of faces; selectors choose between two looks of a sign; fillers
 * hold old Hangul.
 */
const NEEDED = '[\\u200c\\u200d\\u115f\\u1160\\p{VS}]';
const UNSEEN = new RegExp(`(${FLAG})|(?!${NEEDED})[\\p{DI}\\ufff9-\\ufffb]`, 'gu');
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
const SEEN = /[^\p{DI}\p{Z}\p{Cc}\u2800]/u;

/**
 * A line without invisible characters: direction marks, zero-width spaces, soft hyphens. They make a name look like
 * another, or reverse the words after it on the page. They are dropped and not refused, because address books and web
 * pages put them around what people paste, and people cannot delete what they do not see.
 */
export const dropInvisible = (line: string): string => line.replaceAll(UNSEEN, (_, flag?: string) => flag ?? '');

/**
 * Text of several lines without characters that override its direction; marks that affect only their neighbour stay.
 */
export const dropDirectionMarks = (text: string): string => text.replaceAll(TURNING, '');

/** Whether any character is visible. */
export const isVisible = (text: string): boolean => SEEN.test(text);
