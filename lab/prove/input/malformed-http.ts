import { ATTACKS } from '#server/testing/hostile-input/hostile-values.ts';
import type { Random } from '#server/testing/random.ts';

/** Bytes that are hardly HTTP. */
export type MalformedRequest = {
  what: string;
  bytes: Buffer /** Not whole: to wait for the rest is right. */;
  isOpen?: boolean;
};

const PATHS = [
  ...'/ /product /cart /api/products/ /api/user/login/ /api/user/orders/ /health /outbox'.split(' '),
  ...'/pretended-paypal/checkoutnow /api/docs/json'.split(' '),
];
const METHODS = 'GET HEAD OPTIONS TRACE PUT DELETE PATCH POST CONNECT PROPFIND get G XYZZY POST\t'.split(' ');
const TYPES = [
  ...'text/plain|application/xml|application/json; charset=utf-16|application/json;;;|json||,'.split('|'),
  ...'application/x-www-form-urlencoded|multipart/form-data|multipart/form-data; boundary='.split('|'),
  `a/${'b'.repeat(500)}`,
];
const LENGTHS = `content-length: 4|transfer-encoding: chunked
content-length: 4|content-length: 5
transfer-encoding: chunked, identity
transfer-encoding:\tchunked|content-length: 60
transfer-encoding: xchunked|content-length: 4
transfer-encoding : chunked|content-length: 4
content-length: +4
content-length: 0x4
content-length: -1
content-length: 99999999999999999999`.split('\n');
const TARGETS = `http://evil.example/|http://127.0.0.1/api/user/login/|*|//evil.example/|/\\evil.example|\\|api/products/|#|?|ftp://x|/ HTTP/1.1 /`;
const HEADERS = `host: evil.example|x-forwarded-host: evil.example|x-forwarded-for: a|x-forwarded-for: ::1%eth0
|x-forwarded-for: 1.1.1.1:80|x-forwarded-for: 999.1.1.1|x-forwarded-for: ,,,|x-forwarded-for: [::1]:80
|accept-encoding: br;q=x|accept-encoding: *;q=0|accept-encoding: gzip;q=0, identity;q=0|accept-encoding: ,,,
|if-none-match: "|if-none-match: W/|if-none-match: *|if-none-match: ""|range: bytes=5-1|range: bytes=0-,0-,0-
|expect: 100-continue|expect: nonsense|upgrade: websocket\r\nconnection: upgrade|connection: close, x
|authorization: Bearer \u00ff|x-original-url: /api/docs| folded: 1|: 1|a b: 1|x: a\x01b|content-encoding: gzip`;
const LOGIN = '/api/user/login/';
const FORM = '{"email":"a@example.org","password":"x"}';

const write = (line: string, headers: string[] = [], body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
const get = (path: string, ...headers: string[]) => write(`GET ${path} HTTP/1.1`, headers);
const post = (path: string, body: string | Buffer, ...headers: string[]) =>
  write(`POST ${path} HTTP/1.1`, [`content-length: ${Buffer.byteLength(body)}`, ...headers], body);
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

const MAKERS: Record<string, (random: Random) => Omit<MalformedRequest, 'what'>> = {
  'another method': (random) => ({
    bytes: write(`${random.oneOf(METHODS)} ${random.oneOf(PATHS)} HTTP/1.1`, ['connection: close']),
  }),
  'a method by another name': (random) => ({
    bytes: get(random.oneOf(PATHS), `x-http-method-override: ${random.oneOf(METHODS)}`),
  }),
  'a kind that it is not': (random) => ({ bytes: post(LOGIN, FORM, `content-type: ${random.oneOf(TYPES)}`) }),
  'bytes that are no text': (random) => {
    const bad = Buffer.from(Array.from({ length: random.between(1, 60) }, () => random.between(128, 255)));
    const body = Buffer.concat([Buffer.from('{"email":"'), bad, Buffer.from('","password":"x"}')]);
    return { bytes: post(LOGIN, body, 'content-type: application/json') };
  },
  'two lengths': (random) => {
    const headers = random.oneOf(LENGTHS).split('|');
    return {
      bytes: write(`POST ${LOGIN} HTTP/1.1`, ['content-type: application/json', ...headers], `0\r\n\r\n${SMUGGLED}`),
      isOpen: true,
    };
  },
  'chunks that are none': (random) => {
    const body = random.oneOf(
      ['zz|abc|', '5;a=b|hello|0||', '-1||', '3\nabc\n0\n\n', 'fffffffffffffffff|', '2|abc|0||'].map((text) =>
        text.replaceAll('|', '\r\n'),
      ),
    );
    return {
      bytes: write(`POST ${LOGIN} HTTP/1.1`, ['content-type: application/json', 'transfer-encoding: chunked'], body),
      isOpen: true,
    };
  },
  'a bad percent': (random) => ({
    bytes: get(
      `${random.oneOf(PATHS)}${random.oneOf(['%', '%2', '%zz', '%ff', '%c0%af', '%00', '%u0041', '?%', '?a=%ff', '?search=%'])}`,
    ),
  }),
  'another writing of the address': (random) => ({ bytes: get(rewrite(random, random.oneOf(PATHS))) }),
  'an address of another form': (random) => {
    return { bytes: get(random.oneOf(TARGETS.split('|'))) };
  },
  'hostile words in the address': (random) => {
    const words = Buffer.from(random.oneOf(ATTACKS).slice(0, 3_000)).toString('latin1');
    return {
      bytes: get(`${random.oneOf(PATHS)}${random.oneOf(['', '?search=', '?'])}${words}`),
      isOpen: /[\r\n]/.test(words),
    };
  },
  'odd headers': (random) => {
    const long = [`accept: ${'a/b,'.repeat(500)}`, `cookie: ${'='.repeat(2_000)}`];
    const header = random.oneOf([...HEADERS.split(/\n?\|/), ...long]);
    return { bytes: get(random.oneOf(PATHS), header) };
  },
  'another version': (random) => ({
    bytes: write(
      `GET ${random.oneOf(PATHS)} ${random.oneOf(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTPS/1.1', ''])}`,
    ),
  }),
  'no HTTP at all': (random) => ({
    bytes: Buffer.from(Array.from({ length: random.between(20, 400) }, () => random.between(0, 255))),
    isOpen: true,
  }),
};

function rewrite(random: Random, path: string): string {
  return random.oneOf([
    path.toUpperCase(),
    path.replace(/\/$/, ''),
    `${path}/`,
    path.replaceAll('/', '//'),
    `${path};jsessionid=1`,
    `/.${path}`,
    `/x/..${path}`,
    path.replaceAll('a', '%61'),
    path.replaceAll('/', '%2f'),
    `${path}.json`,
    `${path}?`,
    `${path}#a`,
    `${path}%20`,
    `${path}.`,
    path.replaceAll('/', '\\'),
    `${path}..;/`,
  ]);
}

export function makeMalformedRequest(random: Random): MalformedRequest {
  const what = random.oneOf(Object.keys(MAKERS));
  return { what, ...(MAKERS[what] as (random: Random) => Omit<MalformedRequest, 'what'>)(random) };
}
