import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than the largest photo that is taken: who has been refused may finish sending it, and then hear why. */
const MOST_BYTES = 11 * 1024 * 1024;
const LOOK_MS = 20;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Whoever has had their answer and still sends, without an end, is cut off: all of it would be read to be thrown away. */
export function seeOut(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const before = socket.bytesRead;
    const timer = setInterval(() => {
      const isOver = request.complete || socket.destroyed;
      if (!isOver && socket.bytesRead - before > MOST_BYTES) socket.destroy();
      if (isOver) clearInterval(timer);
    }, LOOK_MS).unref();
  });
}
