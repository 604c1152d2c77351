import { createPublicKey, createSign, type KeyObject, randomBytes } from 'node:crypto';

/** DER: a tag, a length, the content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), toLength(body.length), body]);
}

function toLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const set = (...content: Buffer[]) => der(0x31, ...content);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const utcTime = (text: string) => der(0x17, Buffer.from(text));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

/** An object identifier: the first two parts share a byte, the others are base 128 with a continuation bit. */
function objectId(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number);
  const tail = rest.flatMap((part) => {
    const bytes = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...tail]));
}

const COMMON_NAME = '2.5.4.3';
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';

/** A self-signed X.509 certificate for an RSA key, as PEM. Node reads such certificates and cannot write them. */
export function makeCertificate(privateKey: KeyObject, name: string): string {
  const algorithm = sequence(objectId(SHA256_WITH_RSA), der(0x05));
  const subject = sequence(set(sequence(objectId(COMMON_NAME), utf8(name))));
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const certified = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    subject,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    subject,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(certified).sign(privateKey);
  const lines =
    sequence(certified, algorithm, bits(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
