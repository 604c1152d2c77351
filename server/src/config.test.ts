import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { CannotStart } from './platform/cannot-start.ts';

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
      sdkUrl: '/pretended-paypal/sdk/js',
      pretended: true,
      standInPort: 3001,
    },
    isPublic: false,
    demo: false,
    crashAt: undefined,
    logLevel: 'warn',
    metrics: undefined,
    traces: undefined,
    development: false,
  });
});

test('takes an empty variable as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('knows itself by the public address, without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://marigold.example/', PORT: '80', DEMO: 'true' }).publicUrl).toBe(
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
    const CRASH_AT = 'settling';
    expect(() => readConfig({ PUBLIC_URL: 'https://marigold.example', DEMO: 'true', CRASH_AT })).toThrow(/CRASH_AT/);
    expect(() => readConfig({ HOST: '0.0.0.0', DEMO: 'true', CRASH_AT })).toThrow(/CRASH_AT/);
  });

  test('go through the origin of the shop wherever they are asked for on this machine, and never name it', () => {
    for (const PAYPAL_API_BASE of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9']) {
      expect(readConfig({ PAYPAL_API_BASE }).paypal.sdkUrl).toBe('/pretended-paypal/sdk/js');
    }
    expect(readConfig({ PAYPAL_API_BASE: 'https://pay.example' }).paypal.sdkUrl).toBe('https://pay.example/sdk/js');
  });
});

const SMTP_URL = 'smtp://user:word@mail.example:587';

describe('open to the public', () => {
  const WAYS = {
    'by its name': { PUBLIC_URL: 'https://marigold.example' },
    'by a name that only looks like this machine': { PUBLIC_URL: 'http://localhost.marigold.example' },
    'by listening everywhere': { HOST: '0.0.0.0' },
    'by listening everywhere, by IPv6': { HOST: '::' },
    'by listening in the house': { HOST: '192.168.1.20' },
    'by listening at a name': { HOST: 'marigold.example' },
    'by listening everywhere under a name of this machine': { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
    'with a database of its own': {
      PUBLIC_URL: 'https://marigold.example',
      DATABASE_URL: 'postgres://shop@db.example/shop',
      JWT_SECRET: 'x'.repeat(32),
    },
  };

  describe.each(Object.entries(WAYS))('%s', (_name, way: Record<string, string>) => {
    test('opens with PayPal and a mail server', () => {
      expect(readConfig({ ...way, ...PAYPAL, SMTP_URL })).toMatchObject({ isPublic: true, demo: false });
      const PAYPAL_API_BASE = 'https://api-m.sandbox.paypal.com';
      expect(readConfig({ ...way, ...PAYPAL, SMTP_URL, PAYPAL_API_BASE }).paypal.pretended).toBe(false);
    });

    test.each([
      ['all of it', {}, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'SMTP_URL']],
      ['PayPal', { SMTP_URL }, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID']],
      ['the mail server', PAYPAL, ['SMTP_URL']],
      ['one of three', { ...PAYPAL, SMTP_URL, PAYPAL_WEBHOOK_ID: '' }, ['PAYPAL_WEBHOOK_ID']],
      ['a PayPal that is PayPal', { ...PAYPAL, SMTP_URL, PAYPAL_API_BASE: 'http://127.0.0.1:9' }, ['PAYPAL_API_BASE']],
    ])('does not open without %s, and says what is missing and what else may be done', (_what, given, missing) => {
      const words = refusal({ ...way, ...given });
      const named = [...words.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
      expect(named).toEqual(missing);
      expect(words).toContain('DEMO=true');
    });

    test('opens with everything pretended as a demonstration', () => {
      expect(readConfig({ ...way, DEMO: 'true' })).toMatchObject({ isPublic: true, demo: true });
      expect(readConfig({ ...way, DEMO: 'true' }).paypal).toMatchObject({ pretended: true });
      expect(readConfig({ ...way, DEMO: 'true', SMTP_URL }).smtpUrl).toBe(SMTP_URL);
      expect(refusal({ ...way, DEMO: 'false' })).toContain('SMTP_URL');
    });
  });

  test.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', 'shop.localhost'])('is not what listens at %s', (HOST) => {
    expect(readConfig({ HOST }).isPublic).toBe(false);
  });

  test('is of no concern to a command that works on its database', () => {
    expect(readConfig({ PUBLIC_URL: 'https://marigold.example' }, { opens: false }).isPublic).toBe(true);
  });
});

describe('a demonstration', () => {
  test.each([...Object.keys(PAYPAL), 'PAYPAL_API_BASE'])('takes no real money: not with %s', (name) => {
    const value = 'https://api-m.paypal.com';
    expect(refusal({ ...PAYPAL, [name]: value, DEMO: 'true' })).toMatch(new RegExp(`${name}: Not with DEMO`));
  });

  test('is one or is not', () => {
    expect(readConfig({ DEMO: 'true' })).toMatchObject({ demo: true, isPublic: false });
    for (const DEMO of ['yes', '1', 'TRUE']) expect(refusal({ DEMO })).toMatch(/DEMO: Must be true or false/);
  });
});

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof CannotStart) return error.message;
  }
  return 'It opens.';
}

describe('with a database of its own', () => {
  const DATABASE_URL = 'postgres://shop@db.example/shop';
  const JWT_SECRET = 'x'.repeat(32);

  test('asks for a secret, because every process must have the same', () => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(/JWT_SECRET: Needed with DATABASE_URL/);
    expect(() => readConfig({ DATABASE_URL, JWT_SECRET: 'short' })).toThrow(/JWT_SECRET: Must be at least 32/);
    expect(readConfig({ DATABASE_URL, JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  });

  test('takes several servers, if it is said that the one to write to is wanted', () => {
    const several = 'postgres://shop:secret@one:5432,two:5432/shop';
    const refused = refusal({ DATABASE_URL: several, JWT_SECRET });
    expect(refused).toMatch(/DATABASE_URL: Must say target_session_attrs=read-write with several hosts/);
    expect(refused).not.toMatch(/secret/);
    const databaseUrl = `${several}?target_session_attrs=read-write`;
    expect(readConfig({ DATABASE_URL: databaseUrl, JWT_SECRET })).toMatchObject({ databaseUrl });
  });

  test('takes a way past a pooler, if there is a pooler', () => {
    const past = { DATABASE_DIRECT_URL: 'postgres://shop@db.example:5432/shop', JWT_SECRET };
    expect(readConfig({ ...past, DATABASE_URL }).databaseDirectUrl).toBe(past.DATABASE_DIRECT_URL);
    expect(refusal(past)).toMatch(/DATABASE_URL: Needed with DATABASE_DIRECT_URL/);
    expect(() => readConfig(past, { opens: false })).toThrow(/DATABASE_URL: Needed with DATABASE_DIRECT_URL/);
  });

  test('opens on this machine with everything pretended', () => {
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(readConfig({ DATABASE_URL, JWT_SECRET, PUBLIC_URL })).toMatchObject({
        isPublic: false,
        smtpUrl: undefined,
      });
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

describe('what is watched', () => {
  test('is off until it is asked for, and then for this machine alone', () => {
    expect(readConfig({ METRICS_HOST: '10.0.0.5' }).metrics).toBeUndefined();
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    const env = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' };
    expect(readConfig(env).metrics).toEqual({ host: '10.0.0.5', port: 9464 });
  });

  test('is never on the port of the shop', () => {
    expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow(/METRICS_PORT: Not the port of the shop/);
  });

  test('is traced where an endpoint is set: every request, or a share of them', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';
    const endpoint = 'http://127.0.0.1:4318';
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({ endpoint, share: 1 });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' };
    expect(readConfig(env).traces).toEqual({ endpoint, share: 0.1 });
    expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).traces).toBeUndefined();
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/OTEL_TRACES_SAMPLER_ARG/);
  });

  test('is logged at a level that there is', () => {
    expect(readConfig({ LOG_LEVEL: 'info' }).logLevel).toBe('info');
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL: Must be one of silent, error/);
  });
});
