import type { AnswerAt, Known, ShopCalls } from '#contract/calls.ts';
import { ApiError } from './api-error.ts';
import { withToken } from './client.ts';

/** Without progress for so long the upload is aborted. A large photo on a slow connection may take minutes in all. */
const STALLED_MS = 30_000;
/** Once all is sent the shop processes the photo, perhaps after others. */
const PROCESSING_MS = 60_000;

/**
 * Sends a form with a file as the visitor, and reports its progress from 0 to 1. An expired token is renewed first: a
 * file is too large to be sent in vain. Throws an ApiError when refused or not reached.
 */
export const upload: <const P extends string>(
  path: P & Known<'POST', P, ShopCalls>,
  form: FormData,
  onProgress: (part: number) => void,
) => Promise<AnswerAt<'POST', P, ShopCalls>> = ((path: string, form: FormData, onProgress: (part: number) => void) =>
  withToken((access) => sendForm(path, form, onProgress, access))) as never;

// XMLHttpRequest, since fetch does not report upload progress.
function sendForm(path: string, form: FormData, onProgress: (part: number) => void, access: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (withinMs = STALLED_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), withinMs);
  };
  request.upload.onprogress = ({ loaded, total }) => {
    restartTimer(loaded < total ? STALLED_MS : PROCESSING_MS);
    onProgress(total > 0 ? loaded / total : 0);
  };
  request.onloadend = () => {
    clearTimeout(timer);
    const body = readJson(request.responseText);
    if (request.status >= 200 && request.status < 300) resolve(body);
    else reject(new ApiError(request.status, body));
  };
  request.open('POST', path);
  request.setRequestHeader('authorization', `Bearer ${access}`);
  restartTimer();
  request.send(form);
  return promise;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
