import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyOptions, UsedPasskey } from '#contract/staff.ts';

type Changes = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The device did not verify the person. */
  isUnverified?: boolean;
  counter?: number;
  type?: string;
  format?: string;
  /** As somebody who does not have the private key. */
  isForged?: boolean;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A device with one passkey, in software: a key of the curve P-256, the answers of WebAuthn as browsers send them. What it signs can
 * be wrong in one thing.
 */
export function createPasskey({ origin = 'https://shop.example', rpId = 'shop.example' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, { challenge }: PasskeyOptions, changes: Changes) =>
    encode({ type: changes.type ?? type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? origin });

  const authenticatorData = (changes: Changes, credential?: Buffer): Buffer => {
    counter++;
    const flags = PRESENT | (changes.isUnverified ? 0 : VERIFIED) | (credential ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  };

  return {
    id: id.toString('base64url'),
    /** Makes the passkey, as `navigator.credentials.create` does. */
    make(options: PasskeyOptions, changes: Changes = {}): NewPasskey {
      userHandle = (options.user as { id: string }).id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)]);
      const attestation = writeMap([
        [text('fmt'), text(changes.format ?? 'none')],
        [text('attStmt'), writeMap([])],
        [text('authData'), bytes(authenticatorData(changes, credential))],
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, changes),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Uses it, as `navigator.credentials.get` does. */
    use(options: PasskeyOptions, changes: Changes = {}): UsedPasskey {
      const clientDataJSON = clientData('webauthn.get', options, changes);
      const data = authenticatorData(changes);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const key = changes.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

/** A public key in COSE: ES256 on P-256. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (value: string) => bytes(Buffer.from(value, 'base64url'));
  return writeMap([
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), part(x)],
    [number(-3), part(y)],
  ]);
}

/** The head of a value in CBOR: its kind, and its length or its value. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}
const number = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const writeMap = (pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
