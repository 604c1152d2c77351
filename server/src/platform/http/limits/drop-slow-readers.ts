import type { Server } from 'node:http';
import type { Socket } from 'node:net';

type ReaderLimits = {
  /** A client that reads nothing of a response for this long (at most twice as long) is disconnected. */
  stalledMs: number;
  /** A client that reads a little now and then is disconnected when one chunk takes longer than this. */
  chunkMs: number;
  checkMs: number;
};

type Progress = { bytesSent: number; since: number };

/**
 * Disconnects clients that send a request and do not read the response: what is buffered for them takes up memory. Only
 * Node sees how much of a chunk has left, so the socket's own timeout is shortened while something is buffered. A slow
 * client that makes progress stays.
 */
export function dropSlowReaders(server: Server, { stalledMs, chunkMs, checkMs }: ReaderLimits): void {
  const sockets = new Set<Socket>();
  const behind = new Map<Socket, Progress>();

  const check = (socket: Socket, now: number) => {
    const bytesSent = socket.bytesWritten - socket.writableLength;
    const last = behind.get(socket);
    if (socket.writableLength === 0) {
      // Node may have set its keep-alive timeout since, after the last response: that one stays.
      if (behind.delete(socket) && socket.timeout === stalledMs) socket.setTimeout(server.timeout);
    } else if (!last) {
      behind.set(socket, { bytesSent, since: now });
      socket.setTimeout(stalledMs);
    } else if (last.bytesSent !== bytesSent) {
      behind.set(socket, { bytesSent, since: now });
    } else if (now - last.since > chunkMs) {
      socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      behind.delete(socket);
    });
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets) check(socket, now);
  }, checkMs).unref();
  server.once('close', () => clearInterval(timer));
}
