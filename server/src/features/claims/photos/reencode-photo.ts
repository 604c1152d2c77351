import * as z from 'zod';
import { MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Busy, Invalid } from '#server/errors.ts';
import { isTooCostly } from '#server/features/catalogue/pictures/decoding-cost.ts';
import { limitConcurrency, type Sender } from '#server/platform/concurrency-limit.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import { DECODING_LIMITS, HEIC_LIMITS, Undecodable } from './decode-in-child.ts';
import { type PhotoKind, photoKind } from './photo-kind.ts';
import { showsNothing } from './shows-nothing.ts';

export const WRONG_KIND = 'Please send a photo as JPEG, PNG, WebP or HEIC.';
const TOO_MANY_PIXELS = `This photo is too large: it has more than ${MAX_PHOTO_PIXELS / 1_000_000} megapixels.`;
const TOO_LONG = `This photo is too long: a side has more than ${MAX_PHOTO_SIDE.toLocaleString('en-GB')} pixels. Please send a part of it.`;
const TOO_COSTLY = 'This photo takes too much to open. Please send it as an ordinary JPEG.';
const UNREADABLE = 'We could not read this photo.';

/** The decoder's own name for each kind. */
const FORMATS = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif', heic: 'heif' } as const;

/** Far more than cameras and phones write, and far less than would take long. */
const MOST_SCANS = 100;
const MOST_EXTRA_BYTES = 1024 * 1024;
const MOST_PROFILE_BYTES = 4 * 1024 * 1024;
const MOST_PAGES = 1_000;
/** No camera's photo is smaller, and in what is nothing can be told from noise. */
const LEAST_SIDE = 128;

/** What the child sends of a photo: first the structure of its file, then its header, and the photo drawn small at the end. */
const Structure = z.object({ scans: z.int(), extraBytes: z.int() });
const Header = z.object({
  format: z.string(),
  width: z.int(),
  height: z.int(),
  channels: z.int(),
  depth: z.string(),
  pages: z.int(),
  profileBytes: z.int(),
});

const Small = z.object({ small: z.base64() });

/** As long as three photos may take: two photos of another user must not have this one refused. */
const LONGEST_WAIT_MS = 3 * DECODING_LIMITS.cpuSeconds * 1_000;

/**
 * One photo occupies a processor and, if it is large, much memory: one of customers is decoded at a time, and one of colleagues beside it.
 * A driver at a door does not wait for what customers have sent, nor until a costly one of theirs is done.
 */
const oneAtATime = limitConcurrency({
  atOnce: 2,
  reserved: 1,
  longestWaitMs: LONGEST_WAIT_MS,
  tooLate: () => new Busy(),
});

/**
 * Re-encodes a photo as an upright JPEG of modest size: only the visible picture remains of the file that was sent.
 * Kind, size and cost are checked from its header before anything is decoded; a child process decodes it.
 */
export const reencodePhoto = async (...given: Parameters<typeof reencodeAndLook>): Promise<Buffer> =>
  (await reencodeAndLook(...given)).photo;

/** The same, and whether anything can be seen in it. */
export async function reencodeAndLook(
  { log, decodePhoto }: Pick<Deps, 'decodePhoto' | 'log'>,
  kind: PhotoKind,
  photoFd: number,
  limits = kind === 'heic' ? HEIC_LIMITS : DECODING_LIMITS,
): Promise<{ photo: Buffer; showsNothing: boolean }> {
  return oneAtATime(async () => {
    let seen = Buffer.alloc(0);
    let isTiny = false;
    const look = (facts: unknown) => {
      const small = Small.safeParse(facts).data;
      if (small) seen = Buffer.from(small.small, 'base64');
      else requireDecodable(kind, facts);
      const header = Header.safeParse(facts).data;
      if (header) isTiny = Math.max(header.width, header.height) < LEAST_SIDE;
    };
    const jpeg = await decodePhoto(photoFd, look, limits).catch((error) => {
      if (error instanceof Invalid) throw error;
      if (error instanceof Undecodable) throw new Invalid({ photo: [error.tooCostly ? TOO_COSTLY : UNREADABLE] });
      log.error({ err: describeFailure(error) }, 'Photos cannot be decoded');
      throw new Busy();
    });
    if (photoKind(jpeg) !== 'jpeg') throw new Invalid({ photo: [UNREADABLE] });
    return { photo: jpeg, showsNothing: isTiny || showsNothing(seen) };
  }, senderOf(currentRequest()?.sender));
}

/** Colleagues take one slot, too, however many photos they send. */
const senderOf = (sender: Sender | undefined): Sender =>
  sender?.isFirst ? { key: 'colleagues', atOnce: 1, isFirst: true } : (sender ?? { key: '' });

function requireDecodable(kind: PhotoKind, facts: unknown): void {
  const reason = reasonAgainst(kind, facts);
  if (reason) throw new Invalid({ photo: [reason] });
}

function reasonAgainst(kind: PhotoKind, facts: unknown): string | undefined {
  const structure = Structure.safeParse(facts).data;
  if (structure)
    return structure.scans > MOST_SCANS || structure.extraBytes > MOST_EXTRA_BYTES ? TOO_COSTLY : undefined;
  const header = Header.safeParse(facts).data;
  // Another format is a file made to look like one kind to us and like another to the decoder.
  if (!header || header.format !== FORMATS[kind]) return UNREADABLE;
  const { width, height, pages, profileBytes } = header;
  if (width * height > MAX_PHOTO_PIXELS) return TOO_MANY_PIXELS;
  if (Math.max(width, height) > MAX_PHOTO_SIDE) return TOO_LONG;
  if (pages > MOST_PAGES || profileBytes > MOST_PROFILE_BYTES || isTooCostly(header)) return TOO_COSTLY;
  return undefined;
}
