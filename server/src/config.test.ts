import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';

test('opens on loopback with its own database when nothing is set', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('var'),
    databaseUrl: undefined,
    trustProxy: false,
    jwtSecret: undefined,
    smtpUrl: undefined,
    mailFrom: 'Marigold Lane <hello@marigoldlane.example>',
    shopEmail: 'hello@marigoldlane.example',
    paypal: {
      clientId: 'stand-in-client',
      clientSecret: 'stand-in-secret',
      webhookId: 'STANDINWEBHOOK001',
      apiBase: 'http://127.0.0.1:3001',
      sdkUrl: 'http://127.0.0.1:3001/sdk/js',
      pretended: true,
      standInPort: 3001,
    },
    crashAt: undefined,
    development: false,
  });
});

test('takes an empty variable as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('knows itself by the public address, without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://marigold.example/', PORT: '80' }).publicUrl).toBe(
    'https://marigold.example',
  );
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test('reports every wrong value at once, by name', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', PUBLIC_URL: 'ftp://x', DATABASE_URL: 'mysql://x', TRUST_PROXY: 'foo' });
  expect(read).toThrow(CannotStart);
  expect(read).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*TRUST_PROXY/);
});

test('believes the forwarded headers of the networks named, and of no others', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
});

const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };

describe('payments', () => {
  test('are real with three variables, at PayPal itself unless told otherwise', () => {
    expect(readConfig(PAYPAL).paypal).toMatchObject({
      apiBase: 'https://api-m.paypal.com',
      sdkUrl: null,
      pretended: false,
    });
    const PAYPAL_API_BASE = 'https://api-m.sandbox.paypal.com';
    expect(readConfig({ ...PAYPAL, PAYPAL_API_BASE }).paypal).toMatchObject({ apiBase: PAYPAL_API_BASE, sdkUrl: null });
  });

  test('are not half real', () => {
    expect(() => readConfig({ PAYPAL_CLIENT_ID: 'id' })).toThrow(/PAYPAL_CLIENT_SECRET.*Only some are set/);
  });

  test('are pretended beside the shop, by a port of its own', () => {
    expect(readConfig({ PORT: '8080' }).paypal.apiBase).toBe('http://127.0.0.1:8081');
    expect(readConfig({ PORT: '8080', PAYPAL_STAND_IN_PORT: '9' }).paypal.apiBase).toBe('http://127.0.0.1:9');
  });

  test('cannot be torn apart where the shop is open to the public', () => {
    expect(() => readConfig({ PUBLIC_URL: 'https://marigold.example', CRASH_AT: 'settling' })).toThrow(/CRASH_AT/);
  });
});

describe('with a database of its own', () => {
  const DATABASE_URL = 'postgres://shop@db.example/shop';
  const JWT_SECRET = 'x'.repeat(32);

  test('asks for a secret, because every process must have the same', () => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(/JWT_SECRET: Needed with DATABASE_URL/);
    expect(() => readConfig({ DATABASE_URL, JWT_SECRET: 'short' })).toThrow(/JWT_SECRET: Must be at least 32/);
    expect(readConfig({ DATABASE_URL, JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  });

  test('does not open to the public with pretended letters', () => {
    const PUBLIC_URL = 'https://marigold.example';
    expect(() => readConfig({ DATABASE_URL, JWT_SECRET, PUBLIC_URL })).toThrow(/SMTP_URL: Needed/);
    const SMTP_URL = 'smtp://user:word@mail.example:587';
    expect(readConfig({ DATABASE_URL, JWT_SECRET, PUBLIC_URL, SMTP_URL, ...PAYPAL }).smtpUrl).toBe(SMTP_URL);
    expect(() => readConfig({ DATABASE_URL, JWT_SECRET, PUBLIC_URL, SMTP_URL })).toThrow(/PAYPAL_CLIENT_ID: Needed/);
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(readConfig({ DATABASE_URL, JWT_SECRET, PUBLIC_URL: own }).smtpUrl).toBe(undefined);
    }
  });
});

test('takes an address, or a name and an address, for the letters', () => {
  const read = (MAIL_FROM: string) => readConfig({ MAIL_FROM }).mailFrom;
  expect(read('shop@marigold.example')).toBe('shop@marigold.example');
  expect(read('The Shop <shop@marigold.example>')).toBe('The Shop <shop@marigold.example>');
  for (const wrong of ['shop', 'a@b.example, c@d.example', 'x <y>', 'a@b.example\nBcc: c@d.example']) {
    expect(() => read(wrong)).toThrow(/MAIL_FROM: Must be an address/);
  }
  expect(() => readConfig({ SMTP_URL: 'http://mail.example' })).toThrow(/SMTP_URL: Must be an address/);
});
