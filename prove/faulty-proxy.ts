import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What can be wrong with a line. */
export type Trouble = Partial<{
  /** Everything takes this much longer, each way. */
  delayMs: number;
  /** So many bytes a second, each way. */
  bytesPerSecond: number;
  /** Everything arrives in pieces of so many bytes. */
  pieces: number;
  /** Cut after so many bytes have come back. */
  cutAfter: number;
  /** Taken, and never passed on. */
  silent: true;
  /** Nobody takes it. */
  down: true;
  /** Cut as soon as it is taken. */
  reset: true;
}>;

export type FaultyProxy = {
  port: number;
  /** From now on, also for what is connected already. */
  set(trouble: Trouble): void;
  /** Cuts everything that is connected. */
  cut(): void;
  close(): Promise<void>;
};

/** What is no TCP has no reset: there an end is all there is. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy());

/** A line from a port of this machine to somewhere else, which can be troubled. */
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
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
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
