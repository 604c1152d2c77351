import * as z from 'zod';
import { MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE } from '#contract/limits.ts';
import { limitConcurrency } from '../accounts/concurrency-limit.ts';
import { isTooCostly, type PictureHeader } from '../catalogue/decoding-cost.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import { Busy, Invalid } from '../errors.ts';
import { DRAWING_LIMITS, drawInChild, HEIC_LIMITS, Undrawable } from './draw-in-child.ts';
import { type PhotoKind, photoKind } from './photo-kind.ts';

export const WRONG_KIND = 'Please send a photo as JPEG, PNG, WebP or HEIC.';
const TOO_MANY_PIXELS = `This photo is too large: it has more than ${MAX_PHOTO_PIXELS / 1_000_000} megapixels.`;
const TOO_LONG = `This photo is too long: a side has more than ${MAX_PHOTO_SIDE.toLocaleString('en-GB')} pixels. Please send a part of it.`;
const TOO_DEAR = 'This photo takes too much to open. Please send it as an ordinary JPEG.';
const UNREADABLE = 'We could not read this photo.';

/** The decoder's own name for each kind. */
const FORMATS = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif', heic: 'heif' } as const;

/** Far more than cameras and phones write, and far less than what would take long. */
const MOST_SCANS = 100;
const MOST_EXTRA_BYTES = 1024 * 1024;
const MOST_PROFILE_BYTES = 4 * 1024 * 1024;
const MOST_PAGES = 1_000;

/** What the child tells of a photo: first how its file is built, then what its header says. */
const Structure = z.object({ scans: z.int(), extraBytes: z.int() });
const Header = z.object({
  format: z.string() as unknown as z.ZodType<PictureHeader['format']>,
  width: z.int(),
  height: z.int(),
  channels: z.int() as unknown as z.ZodType<PictureHeader['channels']>,
  depth: z.string() as unknown as z.ZodType<PictureHeader['depth']>,
  pages: z.int(),
  profileBytes: z.int(),
});

/** As long as three photos may use the processor: the two of one other person turn nobody away. */
const LONGEST_WAIT_MS = 3 * DRAWING_LIMITS.cpuSeconds * 1_000;

/** One photo fills a processor and, while it is large, a lot of memory. */
const inLine = limitConcurrency({ atOnce: 1, longestWaitMs: LONGEST_WAIT_MS, tooLate: () => new Busy() });

/**
 * The photo drawn anew as a JPEG of modest size, upright: nothing of the file that was sent remains but what can be seen.
 * Kind, size and cost are known from its beginning, before anything is decoded; decoding is done by a process of its own.
 */
export async function redrawPhoto(
  { log }: Pick<Deps, 'log'>,
  kind: PhotoKind,
  photoFd: number,
  limits = kind === 'heic' ? HEIC_LIMITS : DRAWING_LIMITS,
): Promise<Buffer> {
  return inLine(async () => {
    const drawn = await drawInChild(photoFd, (facts) => judge(kind, facts), limits).catch((error) => {
      if (error instanceof Invalid) throw error;
      if (error instanceof Undrawable) throw new Invalid({ photo: [error.tooDear ? TOO_DEAR : UNREADABLE] });
      log.error({ err: describeFailure(error) }, 'Photos cannot be decoded');
      throw new Busy();
    });
    if (photoKind(drawn) !== 'jpeg') throw new Invalid({ photo: [UNREADABLE] });
    return drawn;
  });
}

function judge(kind: PhotoKind, facts: unknown): void {
  const reason = reasonAgainst(kind, facts);
  if (reason) throw new Invalid({ photo: [reason] });
}

function reasonAgainst(kind: PhotoKind, facts: unknown): string | undefined {
  const structure = Structure.safeParse(facts).data;
  if (structure) return structure.scans > MOST_SCANS || structure.extraBytes > MOST_EXTRA_BYTES ? TOO_DEAR : undefined;
  const header = Header.safeParse(facts).data;
  // The latter is a file made to look like one kind to us and like another to the decoder.
  if (!header || header.format !== FORMATS[kind]) return UNREADABLE;
  const { width, height, pages, profileBytes } = header;
  if (width * height > MAX_PHOTO_PIXELS) return TOO_MANY_PIXELS;
  if (Math.max(width, height) > MAX_PHOTO_SIDE) return TOO_LONG;
  if (pages > MOST_PAGES || profileBytes > MOST_PROFILE_BYTES || isTooCostly(header)) return TOO_DEAR;
  return undefined;
}
