import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Faults = {
  /** How long the server is silent before it greets. */
  greetAfterMs?: number;
  /** The status codes with which it refuses senders and recipients, one after the other; then it accepts them. */
  atSender?: number[];
  atRecipient?: number[];
  /** The same for messages. */
  atMessage?: number[];
  /** How many messages it receives in full and then closes the connection, without a reply. */
  hangUpsAfterMessage?: number;
  port?: number;
  options?: SMTPServerOptions;
};

const refusal = (responseCode: number, words = 'No, not <ada@example.org>') =>
  Object.assign(new Error(words), { responseCode });

/** A real mail server on this machine, with faults to order. */
export async function openTestMailServer(faults: Faults = {}) {
  const received: Email[] = [];
  const sockets = new Set<Socket>();
  let { hangUpsAfterMessage = 0 } = faults;
  const { atSender = [], atRecipient = [], atMessage = [] } = faults;
  let connections = 0;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onConnect(_session, done) {
      connections++;
      setTimeout(done, faults.greetAfterMs ?? 0);
    },
    onMailFrom(_address, _session, done) {
      const status = atSender.shift();
      done(status === undefined ? null : refusal(status));
    },
    onRcptTo(_address, _session, done) {
      const status = atRecipient.shift();
      done(status ? refusal(status) : undefined);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const status = atMessage.shift();
        if (status) return done(refusal(status));
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        if (hangUpsAfterMessage-- > 0) for (const socket of sockets) socket.destroy();
        else done();
      });
    },
    ...faults.options,
  });
  // Connections that the shop breaks are no concern of the test.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(faults.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  };
}
