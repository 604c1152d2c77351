import type { Server } from 'node:http';
import type { Socket } from 'node:net';

type ReaderLimits = {
  /** Whoever takes nothing at all of an answer for this long, or twice as long at most, is put out. */
  stalledMs: number;
  /** Whoever takes a drop now and then is put out when one piece of an answer is not theirs within this time. */
  pieceMs: number;
  lookMs: number;
};

type Reading = { taken: number; since: number };

/**
 * Puts out those who ask and then do not read: what waits for them takes up memory. Only Node sees how much of a piece has
 * left, so it is its own time limit that is shortened while something waits, and a slow reader who gets on stays.
 */
export function dropSlowReaders(server: Server, { stalledMs, pieceMs, lookMs }: ReaderLimits): void {
  const inside = new Set<Socket>();
  const behind = new Map<Socket, Reading>();

  const lookAt = (socket: Socket, now: number) => {
    const taken = socket.bytesWritten - socket.writableLength;
    const known = behind.get(socket);
    if (socket.writableLength === 0) {
      // Unless Node has set another since, because the answer was the last one and the line is kept.
      if (behind.delete(socket) && socket.timeout === stalledMs) socket.setTimeout(server.timeout);
    } else if (!known) {
      behind.set(socket, { taken, since: now });
      socket.setTimeout(stalledMs);
    } else if (known.taken !== taken) {
      behind.set(socket, { taken, since: now });
    } else if (now - known.since > pieceMs) {
      socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    inside.add(socket);
    socket.once('close', () => {
      inside.delete(socket);
      behind.delete(socket);
    });
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of inside) lookAt(socket, now);
  }, lookMs).unref();
  server.once('close', () => clearInterval(timer));
}
