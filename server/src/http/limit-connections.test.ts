import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { limitConnections } from './limit-connections.ts';

let server: Server;
const lines: Socket[] = [];
let finish = () => {};

async function open(limits: { most: number; mostFromOne: number }, trustProxy: string[] | false = false) {
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
  for (const line of lines.splice(0)) line.destroy();
  server.closeAllConnections();
  server.close();
});

/** Every address of 127/8 is this machine; here each of them plays another visitor. */
async function come(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const line = connect({ port, host: '127.0.0.1', localAddress });
  line.on('error', () => {});
  lines.push(line);
  await once(line, 'connect');
  return line;
}
const ask = async (line: Socket, path = '/'): Promise<string> => {
  line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return Promise.race([once(line, 'data').then(String), once(line, 'close').then(() => 'hung up on')]);
};
const isOpen = async (line: Socket) => (await ask(line)).includes('200 OK');
const many = async (count: number, from?: string) => {
  const came: Socket[] = [];
  for (let number = 0; number < count; number++) came.push(await come(from));
  return came;
};

describe('when all places are taken', () => {
  test('who has waited longest without a word makes room for who comes', async () => {
    await open({ most: 5, mostFromOne: 100 });
    const [first, second, ...others] = await many(5);
    const ended = once(first as Socket, 'close');
    const newcomer = await come();
    await ended;
    expect(await isOpen(newcomer)).toBe(true);
    for (const line of [second as Socket, ...others]) expect(await isOpen(line)).toBe(true);
  });

  test('who has asked before and only waits now makes room as well, the longest first', async () => {
    await open({ most: 3, mostFromOne: 100 });
    const [one, two, three] = (await many(3)) as [Socket, Socket, Socket];
    for (const line of [two, three, one]) expect(await isOpen(line)).toBe(true);
    const ended = once(two, 'close');
    expect(await isOpen(await come())).toBe(true);
    await ended;
    expect([await isOpen(one), await isOpen(three)]).toEqual([true, true]);
  });

  test('nobody who is being served is put out: the newcomer is', async () => {
    await open({ most: 1, mostFromOne: 100 });
    const served = await come();
    const answer = ask(served, '/slow');
    await expect.poll(() => server.listenerCount('request') > 0 && finish.toString().includes('at last')).toBe(true);
    expect(await ask(await come())).toBe('hung up on');
    finish();
    expect(await answer).toContain('at last');
    expect(await isOpen(served)).toBe(true);
  });

  test('a place is free again when someone leaves', async () => {
    await open({ most: 2, mostFromOne: 100 });
    for (let round = 0; round < 10; round++) {
      const line = await come();
      expect(await isOpen(line)).toBe(true);
      line.destroy();
    }
    expect(await isOpen(await come())).toBe(true);
  });
});

describe('one network', () => {
  /** Nobody of 127/8 is counted, so visitors come over an address of the machine that is not. */
  const fromElsewhere = (address: string) => {
    server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: address });
    });
  };

  test.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])('%s has its share and no more', async (address) => {
    await open({ most: 100, mostFromOne: 4 });
    fromElsewhere(address);
    const inside = await many(4);
    expect(await ask(await come())).toBe('hung up on');
    for (const line of inside) expect(await isOpen(line)).toBe(true);
    inside[0]?.destroy();
    await expect.poll(async () => isOpen(await come())).toBe(true);
  });

  test.each([
    ['127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['203.0.113.9', ['203.0.113.9']],
    ['203.0.113.9', ['203.0.113.0/24', '2001:db8::/32']],
    ['2001:db8::7', ['203.0.113.0/24', '2001:db8::/32']],
  ] as [string, string[] | false][])('%s speaks for many when %j are believed', async (address, trustProxy) => {
    await open({ most: 100, mostFromOne: 4 }, trustProxy);
    fromElsewhere(address);
    for (const line of await many(12)) expect(await isOpen(line)).toBe(true);
  });
});
