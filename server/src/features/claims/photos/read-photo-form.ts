import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { Busy, Invalid, TooLarge, WrongForm } from '#server/errors.ts';
import { checkIfLate } from '#server/platform/http/limits/check-late-body.ts';
import type { PhotoFile } from './photo-file.ts';
import { KIND_BYTES, type PhotoKind, photoKind } from './photo-kind.ts';
import type { UploadSlot } from './upload-slots.ts';

/** What is known of a photo that is in the file; its kind is undefined if we do not accept it. */
export type SentPhoto = { bytes: number; kind: PhotoKind | undefined };

export const FORM_EXPECTED = 'Please send a form with a photo, as multipart/form-data.';
const TOO_LARGE = `This photo is too large. Please send one of at most ${MAX_PHOTO_BYTES / 1024 / 1024} MB.`;
const CUT_OFF = 'The photo did not arrive whole. Please send it again.';

/**
 * More than any valid text, so that a longer one is refused in words of its own; the form adds the multipart framing.
 */
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_FORM_BYTES = MAX_PHOTO_BYTES + 64 * 1024;
const READ_WITHIN_MS = 2_000;
/**
 * One more file than allowed, so that we can name what is too much. The parser's limit of parts is not used: if it
 * is exceeded and the form then breaks off, the parser throws where nothing can catch it, and the shop crashes.
 */
const LIMITS = {
  fileSize: MAX_PHOTO_BYTES,
  fieldSize: MAX_FIELD_BYTES,
  files: 2,
  headerPairs: 20,
};

type Limits = {
  /** How many texts the parser accepts: one more than the form may have. */
  fields: number;
  /** What is said of a form with more parts than it may have. */
  tooMany: string;
};

/** Reads the fields of a form, its photo into the file, within limits. A field that came twice is a list. */
export async function readPhotoForm(
  request: FastifyRequest,
  file: PhotoFile,
  slot: UploadSlot,
  { fields, tooMany }: Limits,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new WrongForm(FORM_EXPECTED);
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw new TooLarge({ photo: [TOO_LARGE] });
  const sent = await orGone(request, slot, () => collect(request, file, fields)).catch((error) =>
    explain(error, tooMany),
  );
  await checkIfLate(request);
  return sent;
}

/**
 * Rejects at the latest when the connection is closed: the parser waits for ever if the connection was lost before it
 * began, or if a part has no end, and would occupy the slot of another upload. Rejects also if a faster upload needs
 * the slot.
 */
async function orGone<T>({ raw }: FastifyRequest, slot: UploadSlot, read: () => Promise<T>): Promise<T> {
  const gone = new Invalid({ photo: [CUT_OFF] });
  if (raw.destroyed) throw gone;
  return new Promise((resolve, reject) => {
    raw.once('close', () => {
      // Everything has arrived: what the parser still waits for a little later will never come. The two immediates let
      // the parser run first if the event loop was blocked meanwhile.
      if (raw.readableEnded) setTimeout(() => setImmediate(() => setImmediate(reject, gone)), READ_WITHIN_MS).unref();
      else reject(gone);
    });
    // Counted here, whatever content-length says: the parser waits for the end of a part that has none.
    let received = 0;
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      slot.received(chunk.length);
      if (received > MAX_FORM_BYTES) reject(new TooLarge({ photo: [TOO_LARGE] }));
    });
    slot.signal.addEventListener('abort', () => reject(new Busy()));
    read().then(resolve, reject);
  });
}

async function collect(request: FastifyRequest, file: PhotoFile, fields: number): Promise<Record<string, unknown>> {
  const sent = new Map<string, unknown>();
  for await (const part of request.parts({ limits: { ...LIMITS, fields } })) {
    const { fieldname: name } = part;
    const value = part.type === 'file' ? await receivePhoto(part, file) : part.value;
    // A field that comes twice becomes a list, which is neither a text nor a photo.
    sent.set(name, sent.has(name) ? [value] : value);
  }
  return Object.fromEntries(sent);
}

/** Stores only the photo, and only while its first bytes may be those of one; anything else is read and discarded. */
async function receivePhoto(part: MultipartFile, file: PhotoFile): Promise<SentPhoto | null> {
  if (part.fieldname !== 'photo') {
    part.file.resume();
    return null;
  }
  let start = Buffer.alloc(0);
  let bytes = 0;
  // Node types the chunks of every stream as any.
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (start.length < KIND_BYTES) start = Buffer.concat([start, chunk.subarray(0, KIND_BYTES)]);
    if (start.length < KIND_BYTES || photoKind(start)) await file.append(chunk);
  }
  if (part.file.truncated) throw new TooLarge({ photo: [TOO_LARGE] });
  return { bytes, kind: photoKind(start) };
}

/** Errors of the parser are about what was sent: unexpected parts, an upload that was cut off, or no form at all. */
function explain(error: unknown, tooMany: string): never {
  if (error instanceof TooLarge || error instanceof Invalid || error instanceof Busy) throw error;
  const { code = '' } = error as { code?: string };
  if (code.endsWith('_LIMIT') || code === 'FST_PROTO_VIOLATION') throw new Invalid({ non_field_errors: [tooMany] });
  throw new Invalid({ photo: [CUT_OFF] });
}
