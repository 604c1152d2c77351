import { gzipSync } from 'node:zlib';

export type Size = {
  what: string;
  /** Sent one piece after the other, without buffering. */
  send(): Iterable<string | Buffer>;
  /** The allowed statuses; `cut` where the connection may be closed without a reply. */
  answers: readonly (number | 'cut')[];
};

/**
 * Someone signed in with an order that may be complained about: their uploads are read, all others refused unread. Each of
 * them may try twenty times.
 */
export type Uploader = { access: string; orderId: number };

const MEGABYTE = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'a');
const LOGIN = 'POST /api/user/login/';
const WEBHOOK = 'POST /api/payments/paypal/webhook/';
const JSON_TYPE = 'content-type: application/json';
const GZIP = 'content-encoding: gzip';
const SEARCH = '/api/products/?search=';
const REFUSED = [400, 413, 415, 'cut'] as const;
const NOWHERE = [404, ...REFUSED] as const;

const head = (line: string, ...headers: string[]): string =>
  `${[`${line} HTTP/1.1`, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`;

/** A body with a content-length. */
function* told(line: string, bytes: number, ...headers: string[]): Iterable<string | Buffer> {
  yield head(line, `content-length: ${bytes}`, ...headers);
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

function* endless(line: string, start: string, ...headers: string[]): Iterable<string | Buffer> {
  yield head(line, 'transfer-encoding: chunked', ...headers);
  if (start) yield Buffer.from(`${start.length.toString(16)}\r\n${start}\r\n`, 'latin1');
  for (;;) {
    yield `${PIECE.length.toString(16)}\r\n`;
    yield PIECE;
    yield '\r\n';
  }
}

const whole = (line: string, body: string | Buffer, ...headers: string[]): (string | Buffer)[] => [
  head(line, `content-length: ${Buffer.byteLength(body)}`, ...headers),
  body,
];

const deep = (depth: number) => `{"email":${'['.repeat(depth)}${']'.repeat(depth)},"password":"x"}`;
const wide = (keys: number) => `{${Array.from({ length: keys }, (_, key) => `"k${key}":1`).join(',')}}`;
const FORM = 'content-type: multipart/form-data; boundary=b';
const PHOTO = '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n\xff\xd8\xff';

const TEXT = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nBroken\r\n';
const PNG = '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n';
const END = '\r\n--b--\r\n';

export function listSizes(one: Uploader, another: Uploader, third: Uploader, oneRow: Buffer): Size[] {
  const claim = ({ orderId }: Uploader) => `POST /api/user/orders/${orderId}/claim/`;
  const key = ({ access }: Uploader) => `authorization: Bearer ${access}`;
  const bodies = [1, 10, 100, 1024].map((size) => ({
    what: `body of ${size} MB`,
    send: () => told(LOGIN, size * MEGABYTE, JSON_TYPE),
    answers: REFUSED,
  }));
  const headers = (count: number) => Array.from({ length: count }, (_, number) => `x-${number}: ${number}`);
  const row = Buffer.concat([Buffer.from(TEXT + PNG), oneRow, Buffer.from(END)]);
  const bomb = gzipSync(Buffer.alloc(32 * MEGABYTE));
  return [
    ...bodies,
    { what: 'body without an end', send: () => endless(LOGIN, '', JSON_TYPE), answers: REFUSED },
    { what: 'event without an end', send: () => endless(WEBHOOK, '', JSON_TYPE), answers: REFUSED },
    { what: 'body of no known kind', send: () => endless(LOGIN, '', 'content-type: x/y'), answers: REFUSED },
    { what: 'form of 1 GB', send: () => told(claim(one), 1024 * MEGABYTE, FORM, key(one)), answers: REFUSED },
    { what: 'photo without an end', send: () => endless(claim(another), PHOTO, FORM, key(another)), answers: REFUSED },
    { what: 'photo of 3.6 GB in 300 kB', send: () => whole(claim(third), row, FORM, key(third)), answers: [400] },
    { what: 'body where none belongs', send: () => endless('GET /api/products/', ''), answers: [200, 400, 413, 'cut'] },
    { what: 'body for no address', send: () => endless('POST /api/nowhere/', '', JSON_TYPE), answers: NOWHERE },
    { what: '10,000 headers', send: () => [head('GET /', ...headers(10_000))], answers: [431, 'cut'] },
    { what: 'one header of 1 MB', send: () => [head('GET /', `x: ${'x'.repeat(MEGABYTE)}`)], answers: [431, 'cut'] },
    { what: 'address of 64 kB', send: () => [head(`GET /${'a'.repeat(64 * 1024)}`)], answers: [414, 431, 'cut'] },
    { what: 'question of 12 kB', send: () => [head(`GET ${SEARCH}${'a'.repeat(12_000)}`)], answers: [400, 414] },
    { what: 'JSON 100,000 deep', send: () => whole(LOGIN, deep(100_000), JSON_TYPE), answers: REFUSED },
    // As deep as fits into what is read.
    { what: 'JSON 30,000 deep', send: () => whole(LOGIN, deep(30_000), JSON_TYPE), answers: [400] },
    { what: 'a million keys', send: () => whole(LOGIN, wide(1_000_000), JSON_TYPE), answers: REFUSED },
    { what: '6,000 keys', send: () => whole(LOGIN, wide(6_000), JSON_TYPE), answers: [400] },
    { what: '32 MB squeezed into 32 kB', send: () => whole(LOGIN, bomb, JSON_TYPE, GZIP), answers: REFUSED },
  ];
}
