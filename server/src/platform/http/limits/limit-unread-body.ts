import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than the largest photo that is accepted: a browser reads the refusal only after it has sent its form. */
const MOST_BYTES_OF_FORM = 11 * 1024 * 1024;
/** Every other body that is accepted is far smaller. */
const MOST_BYTES = 1024 * 1024;
const CHECK_MS = 5;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

type Upload = { request: IncomingMessage; bytesBefore: number; most: number };

const unread = new Set<Upload>();
/** One timer for all of them; it runs only while there are any. */
let timer: NodeJS.Timeout | undefined;

function check(): void {
  for (const upload of unread) {
    const { complete, socket } = upload.request;
    if (!complete && socket.bytesRead - upload.bytesBefore > upload.most) socket.destroy();
    if (complete || socket.destroyed) unread.delete(upload);
  }
  if (unread.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Node reads and discards a body that is still being sent after the response. Beyond a limit the connection is closed.
 */
export function limitUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    const isForm = request.headers['content-type']?.startsWith('multipart/');
    unread.add({ request, bytesBefore: request.socket.bytesRead, most: isForm ? MOST_BYTES_OF_FORM : MOST_BYTES });
    timer ??= setInterval(check, CHECK_MS).unref();
  });
}
