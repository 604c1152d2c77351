import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Trouble = Partial<{
  delayMs: number;
  bytesPerSecond: number;
  pieces: number;
  /** The connection is cut after so many bytes have come back. */
  cutAfter: number;
  /** Data is accepted, and never passed on. */
  silent: true;
  /** Connections are refused. */
  down: true;
  /** Connections are cut as soon as they are accepted. */
  reset: true;
}>;

export type FaultyProxy = AsyncDisposable & {
  port: number;
  /** Holds for open connections too. */
  set(trouble: Trouble): void;
};

/** Only TCP connections can be reset; others are closed. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy());

/** A proxy from a port of this machine to somewhere else, whose connections can be made slow, narrow or broken. */
export async function openFaultyProxy(to: NetConnectOpts, port = 0): Promise<FaultyProxy> {
  let trouble: Trouble = {};
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) reset(socket);
  };
  const server = createServer((caller) => {
    track(open, caller);
    if (trouble.down || trouble.reset) return void reset(caller);
    const callee = connect(to);
    track(open, callee);
    caller.once('close', () => callee.destroy());
    callee.once('close', () => caller.destroy());
    const passed = { bytes: 0 };
    void pass(caller, callee, () => trouble);
    void pass(callee, caller, () => trouble, passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      trouble = next;
      if (next.down || next.reset) cut();
    },
    [Symbol.asyncDispose]: () => {
      cut();
      return server[Symbol.asyncDispose]();
    },
  };
}

function track(open: Set<Socket>, socket: Socket): void {
  open.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
}

async function pass(from: Socket, to: Socket, read: () => Trouble, passed?: { bytes: number }): Promise<void> {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const { delayMs = 0, bytesPerSecond, pieces = chunk.length } = read();
      if (delayMs > 0) await sleep(delayMs);
      while (read().silent && !from.destroyed) await sleep(50);
      for (let start = 0; start < chunk.length; start += pieces) {
        const piece = chunk.subarray(start, start + pieces);
        if (bytesPerSecond) await sleep((piece.length / bytesPerSecond) * 1000);
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      if (passed) passed.bytes += chunk.length;
      if ((passed?.bytes ?? 0) > (read().cutAfter ?? Number.POSITIVE_INFINITY)) return void reset(from);
    }
    to.end();
  } catch {
    to.destroy();
  }
}
