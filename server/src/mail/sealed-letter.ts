import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Letter } from './letter.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The letter under lock: only for this id, and only with this key, does it open again. */
export function sealLetter(key: Buffer, id: string, letter: Letter): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const contents = Buffer.concat([cipher.update(JSON.stringify(letter), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), contents]);
}

/** Throws when the key is another one or anything was changed. */
export function openLetter(key: Buffer, id: string, sealed: Buffer): Letter {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
  const contents = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(contents.toString('utf8')) as Letter;
}
