import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ClaimText } from '#contract/claims.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { Invalid, TooLarge, WrongForm } from '../errors.ts';
import { toFields } from '../to-fields.ts';
import { photoKind } from './photo-kind.ts';
import { WRONG_KIND } from './redraw-photo.ts';

export type ClaimForm = { text: string; photo: Buffer };

export const FORM_EXPECTED = 'Please send a form with a photo, as multipart/form-data.';
const TOO_LARGE = `This photo is too large. Please send one of at most ${MAX_PHOTO_BYTES / 1024 / 1024} MB.`;
const CUT_OFF = 'The photo did not arrive whole. Please send it again.';
const NOTHING_ELSE = 'Please send one photo and one line of text, and nothing else.';

/** More than the text could ever be, so that one too long is refused in its own words; and the frame around the parts. */
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_FORM_BYTES = MAX_PHOTO_BYTES + 64 * 1024;
const READ_WITHIN_MS = 2_000;
/**
 * One more of each than there should be, to name what is too much. The parser's own limit of all parts is left alone: where it
 * is passed and the form then breaks off, the parser throws where nobody can catch it, and the whole shop ends.
 */
const LIMITS = {
  fileSize: MAX_PHOTO_BYTES,
  fieldSize: MAX_FIELD_BYTES,
  files: 2,
  fields: 3,
  headerPairs: 20,
};

const Form = z.strictObject({
  text: ClaimText,
  photo: z.custom<Buffer>().superRefine((photo, { addIssue }) => {
    if (photo === undefined || photo.length === 0) addIssue('This field is required.');
    else if (!Buffer.isBuffer(photo) || !photoKind(photo)) addIssue(WRONG_KIND);
  }),
});

/** Reads what was uploaded, into memory and never further than allowed. What cannot be taken is refused, all of it at once. */
export async function readClaimForm(request: FastifyRequest): Promise<ClaimForm> {
  if (!request.isMultipart()) throw new WrongForm(FORM_EXPECTED);
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw new TooLarge({ photo: [TOO_LARGE] });
  const { data, error } = Form.safeParse(await orGone(request, collect).catch(explain));
  if (error) throw new Invalid(toFields(error.issues as Parameters<typeof toFields>[0]));
  return data;
}

/**
 * Ends when the sender has gone or has sent everything, at the latest: the parser waits for ever where the connection was lost
 * before it began, or where a part has no end; and each that waits takes the place of another.
 */
async function orGone<T>(request: FastifyRequest, read: (request: FastifyRequest) => Promise<T>): Promise<T> {
  const { raw } = request;
  const gone = new Invalid({ photo: [CUT_OFF] });
  if (raw.destroyed) throw gone;
  return new Promise((resolve, reject) => {
    raw.once('close', () => {
      // What came whole has been read as it came: what the parser still waits for a little later does not come any more.
      // A shop that was busy meanwhile lets the parser have its turn first.
      if (raw.readableEnded) setTimeout(() => setImmediate(() => setImmediate(reject, gone)), READ_WITHIN_MS).unref();
      else reject(gone);
    });
    // Whatever it says of its length, and however it is parted: the parser waits for the end of a part that has none.
    let received = 0;
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_FORM_BYTES) reject(new TooLarge({ photo: [TOO_LARGE] }));
    });
    read(request).then(resolve, reject);
  });
}

async function collect(request: FastifyRequest): Promise<Record<string, unknown>> {
  const sent = new Map<string, unknown>();
  for await (const part of request.parts({ limits: LIMITS })) {
    const { fieldname: name } = part;
    const value = part.type === 'file' ? await take(part) : part.value;
    // What comes twice is neither a text nor a photo.
    sent.set(name, sent.has(name) ? [value] : value);
  }
  return Object.fromEntries(sent);
}

/** Only the photo is kept; anything else flows by. */
async function take(part: MultipartFile): Promise<Buffer | null> {
  if (part.fieldname !== 'photo') {
    part.file.resume();
    return null;
  }
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw new TooLarge({ photo: [TOO_LARGE] });
  return bytes;
}

/** The parser's complaints are about what was sent: parts that nobody asked for, or an upload that was cut off or never was a form. */
function explain(error: unknown): never {
  if (error instanceof TooLarge || error instanceof Invalid) throw error;
  const { code = '' } = error as { code?: string };
  if (code.endsWith('_LIMIT') || code === 'FST_PROTO_VIOLATION')
    throw new Invalid({ non_field_errors: [NOTHING_ELSE] });
  throw new Invalid({ photo: [CUT_OFF] });
}
