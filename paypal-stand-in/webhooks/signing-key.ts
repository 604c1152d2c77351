import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';

export type SigningKey = { privateKey: KeyObject; certificate: string; certificateId: string };

/** The key that signs events and its certificate, made at the first start and stored. */
export function openSigningKey(folder: string): SigningKey {
  mkdirSync(folder, { recursive: true });
  const pem = readOrMake(join(folder, 'signing-key.pem'), () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
  const privateKey = createPrivateKey(pem);
  const certificate = readOrMake(join(folder, 'signing-certificate.pem'), () =>
    makeCertificate(privateKey, 'PayPal stand-in'),
  );
  const certificateId = `CERT-${new X509Certificate(certificate).fingerprint.replaceAll(':', '').slice(0, 16).toLowerCase()}`;
  return { privateKey, certificate, certificateId };
}

/** The content of the file; if there is none, it is written first, atomically. */
function readOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, make(), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8');
}
