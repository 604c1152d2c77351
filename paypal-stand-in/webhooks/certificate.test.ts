import { createPublicKey, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCertificate } from './certificate.ts';

test('is read by Node, signed by its own key, and carries the key that verifies', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = new X509Certificate(makeCertificate(privateKey, 'PayPal stand-in'));
  expect(certificate.subject).toBe('CN=PayPal stand-in');
  expect(certificate.issuer).toBe(certificate.subject);
  expect(certificate.verify(createPublicKey(privateKey))).toBe(true);
  expect(certificate.verify(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)).toBe(false);
  expect(certificate.validToDate.getUTCFullYear()).toBe(2049);
  const message = Buffer.from('a bunch of tulips');
  expect(verify('sha256', message, certificate.publicKey, sign('sha256', message, privateKey))).toBe(true);
});
