import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than the largest photo that is taken: who has been refused may finish sending it, and then hear why. */
const MOST_BYTES_OF_FORM = 11 * 1024 * 1024;
/** Whatever else is taken is far smaller, and so is what someone might send by mistake. */
const MOST_BYTES = 1024 * 1024;
const LOOK_MS = 5;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

type Leaving = { request: IncomingMessage; before: number; most: number };

const leaving = new Set<Leaving>();
let timer: NodeJS.Timeout | undefined;

/** One clock for all of them, and none when there is nobody. */
function look(): void {
  for (const one of leaving) {
    const { complete, socket } = one.request;
    if (!complete && socket.bytesRead - one.before > one.most) socket.destroy();
    if (complete || socket.destroyed) leaving.delete(one);
  }
  if (leaving.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Whoever has had their answer and still sends, without an end, is cut off: all of it would be read to be thrown away. */
export function limitUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    const isForm = request.headers['content-type']?.startsWith('multipart/');
    leaving.add({ request, before: request.socket.bytesRead, most: isForm ? MOST_BYTES_OF_FORM : MOST_BYTES });
    timer ??= setInterval(look, LOOK_MS).unref();
  });
}
