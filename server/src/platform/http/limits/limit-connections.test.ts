import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { limitConnections } from './limit-connections.ts';

let server: Server;
const sockets: Socket[] = [];
let finish = () => {};

async function openServer(limits: { most: number; mostFromOne: number }, trustProxy: string[] | false = false) {
  finish = () => {};
  server = createServer((request, response) => {
    if (request.url === '/slow') finish = () => response.end('at last');
    else response.end('here');
  });
  limitConnections(server, limits, trustProxy);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Every address of 127/8 is this machine; here each of them plays another visitor. */
async function openSocket(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}
const request = async (socket: Socket, path = '/'): Promise<string> => {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return Promise.race([once(socket, 'data').then(String), once(socket, 'close').then(() => 'closed')]);
};
const isOpen = async (socket: Socket) => (await request(socket)).includes('200 OK');
const openMany = async (count: number, from?: string) => {
  const opened: Socket[] = [];
  for (let number = 0; number < count; number++) opened.push(await openSocket(from));
  return opened;
};

describe('at the limit', () => {
  test('the connection that has been open longest without a request is closed for a new one', async () => {
    await openServer({ most: 5, mostFromOne: 100 });
    const [first, second, ...others] = await openMany(5);
    const ended = once(first as Socket, 'close');
    const added = await openSocket();
    await ended;
    expect(await isOpen(added)).toBe(true);
    for (const socket of [second as Socket, ...others]) expect(await isOpen(socket)).toBe(true);
  });

  test('a connection that is idle after a request is closed as well, the longest idle first', async () => {
    await openServer({ most: 3, mostFromOne: 100 });
    const [one, two, three] = (await openMany(3)) as [Socket, Socket, Socket];
    for (const socket of [two, three, one]) expect(await isOpen(socket)).toBe(true);
    const ended = once(two, 'close');
    expect(await isOpen(await openSocket())).toBe(true);
    await ended;
    expect([await isOpen(one), await isOpen(three)]).toEqual([true, true]);
  });

  test('a connection with a request in progress is never closed: the new one is', async () => {
    await openServer({ most: 1, mostFromOne: 100 });
    const served = await openSocket();
    const response = request(served, '/slow');
    await expect.poll(() => server.listenerCount('request') > 0 && finish.toString().includes('at last')).toBe(true);
    expect(await request(await openSocket())).toBe('closed');
    finish();
    expect(await response).toContain('at last');
    expect(await isOpen(served)).toBe(true);
  });

  test('there is room again when a connection ends', async () => {
    await openServer({ most: 2, mostFromOne: 100 });
    for (let round = 0; round < 10; round++) {
      const socket = await openSocket();
      expect(await isOpen(socket)).toBe(true);
      socket.destroy();
    }
    expect(await isOpen(await openSocket())).toBe(true);
  });
});

/** Addresses of 127/8 are not counted, so the sockets report another one. */
const fromElsewhere = (addressOf: () => string) => {
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addressOf() });
  });
};

describe('when all connections send slowly', () => {
  const sendSlowly = async (socket: Socket) => {
    socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nx');
    await once(server, 'request');
  };

  test('networks that have many of them give one up for one that has none, and none for themselves', async () => {
    let address = '203.0.113.1';
    await openServer({ most: 6, mostFromOne: 3 });
    fromElsewhere(() => address);
    const slow: Socket[] = [];
    for (const from of ['203.0.113.1', '203.0.113.2']) {
      address = from;
      for (const socket of await openMany(3)) {
        await sendSlowly(socket);
        slow.push(socket);
      }
    }
    expect(await request(await openSocket()), 'of the same network').toBe('closed');
    address = '198.51.100.7';
    const ended = once(slow[0] as Socket, 'close');
    expect(await isOpen(await openSocket())).toBe(true);
    await ended;
    expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  });

  test('what the shop works on is not given up', async () => {
    let address = '203.0.113.1';
    await openServer({ most: 2, mostFromOne: 2 });
    fromElsewhere(() => address);
    for (const socket of await openMany(2)) {
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(server, 'request');
    }
    address = '198.51.100.7';
    expect(await request(await openSocket())).toBe('closed');
  });
});

describe('one network', () => {
  test.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])('%s has its limit and no more', async (address) => {
    await openServer({ most: 100, mostFromOne: 4 });
    fromElsewhere(() => address);
    const opened = await openMany(4);
    expect(await request(await openSocket())).toBe('closed');
    for (const socket of opened) expect(await isOpen(socket)).toBe(true);
    opened[0]?.destroy();
    await expect.poll(async () => isOpen(await openSocket())).toBe(true);
  });

  test.each([
    ['127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['203.0.113.9', ['203.0.113.9']],
    ['203.0.113.9', ['203.0.113.0/24', '2001:db8::/32']],
    ['2001:db8::7', ['203.0.113.0/24', '2001:db8::/32']],
  ] as [string, string[] | false][])('%s has no limit of its own when %j are trusted', async (address, trustProxy) => {
    await openServer({ most: 100, mostFromOne: 4 }, trustProxy);
    fromElsewhere(() => address);
    for (const socket of await openMany(12)) expect(await isOpen(socket)).toBe(true);
  });
});
