import { ApiError } from './api-error.ts';
import { withToken } from './client.ts';

/** A connection on which nothing moves for so long is taken for lost. A large photo on a slow one may take minutes. */
const STALLED_MS = 30_000;
/** Once all is sent the shop looks at the photo, and others may be before it. */
const LOOKED_AT_MS = 60_000;

/**
 * Sends a form with a file as the visitor, and tells how far it has come, from 0 to 1. The token is renewed first if it ran
 * out: a file is too large to be sent in vain. Throws an ApiError when refused or not reached.
 */
export function upload(path: string, form: FormData, onProgress: (part: number) => void): Promise<unknown> {
  return withToken((access) => sendForm(path, form, onProgress, access));
}

// fetch cannot tell how much has been sent.
function sendForm(path: string, form: FormData, onProgress: (part: number) => void, access: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const expectMore = (withinMs = STALLED_MS) => {
    clearTimeout(stalled);
    stalled = setTimeout(() => request.abort(), withinMs);
  };
  request.upload.onprogress = ({ loaded, total }) => {
    expectMore(loaded < total ? STALLED_MS : LOOKED_AT_MS);
    onProgress(total > 0 ? loaded / total : 0);
  };
  request.onloadend = () => {
    clearTimeout(stalled);
    const answer = readJson(request.responseText);
    if (request.status >= 200 && request.status < 300) resolve(answer);
    else reject(new ApiError(request.status, answer));
  };
  request.open('POST', path);
  request.setRequestHeader('authorization', `Bearer ${access}`);
  expectMore();
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
