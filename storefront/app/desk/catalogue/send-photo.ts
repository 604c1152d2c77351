import type { AnswerAt } from '#contract/calls.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';

const PATH = '/api/desk/catalogue/photos/';
const TOO_LARGE = `This photo is too large. Please send one of at most ${MAX_PHOTO_BYTES / 1024 / 1024} MB.`;
const CUT_OFF = 'The photo did not arrive whole. Please send it again.';
const STOPPED = 'You stopped this photo.';

/** The photo was not taken; the message says why. */
export class NotSent extends Error {}

type Sent = AnswerAt<'POST', typeof PATH>;
type Way = { onProgress(part: number): void; signal: AbortSignal };

/** Sends a photo, and tells how much of it is gone. Not by fetch, which cannot tell that. */
export function sendPhoto(file: File, { onProgress, signal }: Way): Promise<Sent> {
  if (file.size > MAX_PHOTO_BYTES) return Promise.reject(new NotSent(TOO_LARGE));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new NotSent(CUT_OFF));
    // Or the photos after it would wait for good.
    request.onabort = () => reject(new NotSent(STOPPED));
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new NotSent(wordsOf(request.response)));
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('photo', file);
    request.send(form);
  });
}

/** The refusal of the shop, whatever field it is about. */
function wordsOf(response: unknown): string {
  const words = Object.values((response ?? {}) as Record<string, unknown>)
    .flat()
    .filter((text) => typeof text === 'string');
  return words.join(' ') || CUT_OFF;
}
