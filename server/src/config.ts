import { resolve } from 'node:path';
import * as z from 'zod';
import { SHOP } from '#contract/shop.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { readHosts } from './platform/database/pool/hosts.ts';

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));
/** An address, or a name and an address: `Marigold Lane <hello@example.com>`. */
const mailbox = z
  .string()
  .regex(/^(?:[^<>@\p{Cc}]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u, 'Must be an address, or `Name <address>`.');

/** What is less urgent than the level is not logged; from `info` on there is a line for each request. */
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** One server or several; the reason why it cannot be read never repeats it: it contains a password. */
const database = z.string().superRefine((address, context) => {
  try {
    readHosts(address);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

/** Every setting the shop understands. docs/settings.md lists those for operators; `CRASH_AT` and `NODE_ENV` are for tests and development. */
const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: database.optional(),
  DATABASE_DIRECT_URL: database.optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((network) => network.trim()))
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'Must be addresses or networks such as 10.0.0.0/8.'),
      ),
    )
    .optional(),
  JWT_SECRET: z.string().min(32, 'Must be at least 32 characters, chosen at random.').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Must be an address such as smtp://user:password@host:587.' })
    .optional(),
  MAIL_FROM: mailbox.optional(),
  SHOP_EMAIL: mailbox.optional(),
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
  PAYPAL_API_BASE: webAddress.optional(),
  PAYPAL_STAND_IN_PORT: port.optional(),
  DEMO: z.enum(['true', 'false'], 'Must be true or false.').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `Must be one of ${LOG_LEVELS.join(', ')}.`).default('warn'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /**
   * Kills the process at a named point of a payment, to see that nothing is lost. Tests set it; a public shop refuses
   * it.
   */
  CRASH_AT: z.string().optional(),
  NODE_ENV: z.string().optional(),
});

type Environment = z.infer<typeof Environment>;

/** Under this path the shop proxies what a browser needs of the pretended PayPal on this machine. */
export const PRETENDED_PAYPAL = '/pretended-paypal';

const PAYPAL = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;

/** Settings that others make necessary or forbid. */
function findMissing(given: Environment, opens: boolean): string[] {
  const missing: string[] = [];
  // A command would take the embedded database for the one that is meant.
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    missing.push('  DATABASE_URL: Needed with DATABASE_DIRECT_URL; it is the address of the pooler.');
  }
  if (!opens) return missing;
  const isDemo = given.DEMO === 'true';
  const set = PAYPAL.filter((name) => given[name]);
  if (!isDemo && isPublic(given)) missing.push(...findMissingOfPublic(given));
  else if (!isDemo && set.length > 0 && set.length < PAYPAL.length) {
    missing.push(`  ${PAYPAL.join(', ')}: Only some are set; all three or none.`);
  }
  if (isDemo) {
    const real = ([...PAYPAL, 'PAYPAL_API_BASE'] as const).filter((name) => given[name]);
    missing.push(...real.map((name) => `  ${name}: Not with DEMO, whose payments are pretended.`));
  }
  if (isPublic(given) && given.CRASH_AT) missing.push('  CRASH_AT: Not where the shop is open to the public.');
  if (given.METRICS_PORT === given.PORT) {
    missing.push('  METRICS_PORT: Not the port of the shop: what is measured is not for its visitors.');
  }
  if (given.DATABASE_URL && !given.JWT_SECRET) {
    missing.push('  JWT_SECRET: Needed with DATABASE_URL, the same for every process that shares the database.');
  }
  return missing;
}

/** In a public shop strangers would believe that pretended payments and letters are real. */
function findMissingOfPublic(given: Environment): string[] {
  const { PAYPAL_API_BASE, PUBLIC_URL, HOST } = given;
  const missing = [...PAYPAL, 'SMTP_URL' as const]
    .filter((name) => !given[name])
    .map((name) => `  ${name}: Needed where the shop is open to the public.`);
  if (PAYPAL_API_BASE && isOwnMachine(PAYPAL_API_BASE)) {
    missing.push('  PAYPAL_API_BASE: Not this machine where the shop is open to the public.');
  }
  if (missing.length === 0) return [];
  const why = PUBLIC_URL && !isOwnMachine(PUBLIC_URL) ? `PUBLIC_URL=${PUBLIC_URL}` : `HOST=${HOST}`;
  return [
    ...missing,
    `It is open to the public by ${why}. With DEMO=true it opens without these: payments and letters are pretended, and every page says so.`,
  ];
}

/** Other machines can reach it: by PUBLIC_URL, or because HOST is not a loopback address. */
function isPublic({ PUBLIC_URL, HOST }: Pick<Environment, 'PUBLIC_URL' | 'HOST'>): boolean {
  const listening = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}`;
  const isLoopback = URL.canParse(listening) && isOwnMachine(listening);
  return !isLoopback || (PUBLIC_URL !== undefined && !isOwnMachine(PUBLIC_URL));
}

export const isOwnMachine = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(new URL(address).hostname);

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Set if `databaseUrl` is a pooler in transaction mode: the way past it, for what needs a session. */
  databaseDirectUrl: string | undefined;
  /** Proxies whose forwarded headers are trusted; none by default. */
  trustProxy: string[] | false;
  /** None: made once and stored in `dataDir`. */
  jwtSecret: string | undefined;
  /** None: letters become files in the outbox, which `/outbox` shows. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who in the shop gets letters about orders and claims. */
  shopEmail: string;
  paypal: {
    clientId: string;
    clientSecret: string;
    webhookId: string;
    apiBase: string;
    /** Where the buttons come from, if not from PayPal's own host. A path of the shop when it proxies them. */
    sdkUrl: string | null;
    /** No credentials: the stand-in is used, and no money moves. */
    pretended: boolean;
    standInPort: number;
  };
  /** Other machines can reach it. */
  isPublic: boolean;
  /** Payments are pretended for everyone to try, and every page and letter says so. */
  demo: boolean;
  crashAt: string | undefined;
  logLevel: LogLevel;
  /** Where Prometheus reads what is measured; none: nothing is. */
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent, and which share of the requests is traced; none: no request is. */
  traces: { endpoint: string; share: number } | undefined;
  /** Pages are rendered from source by Vite and nothing is cached. */
  development: boolean;
};

/**
 * The only reader of the environment. Reports every wrong value at once. With `opens: false`, for commands that only
 * work on the database, settings that a listening shop needs are not required.
 */
export function readConfig(environment: Record<string, string | undefined>, { opens = true } = {}): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = Environment.safeParse(given);
  const problems = error
    ? error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    : findMissing(data, opens);
  if (!data || problems.length > 0) throw new CannotStart(`These settings cannot be used:\n${problems.join('\n')}`);
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    jwtSecret: data.JWT_SECRET,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `${SHOP.name} <${SHOP.email}>`,
    shopEmail: data.SHOP_EMAIL ?? SHOP.email,
    paypal: readPaypal(data),
    isPublic: isPublic(data),
    demo: data.DEMO === 'true',
    crashAt: data.CRASH_AT,
    logLevel: data.LOG_LEVEL,
    metrics: data.METRICS_PORT ? { host: data.METRICS_HOST, port: data.METRICS_PORT } : undefined,
    traces: data.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, share: data.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    development: data.NODE_ENV === 'development',
    trustProxy: data.TRUST_PROXY ?? false,
  };
}

function readPaypal(given: Environment): Config['paypal'] {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_BASE, PAYPAL_STAND_IN_PORT } = given;
  // Beside the shop, so that two shops on one machine have a pretended PayPal each.
  const standInPort = PAYPAL_STAND_IN_PORT ?? (given.PORT < 65_535 ? given.PORT + 1 : given.PORT - 1);
  const standIn = `http://127.0.0.1:${standInPort}`;
  const pretended = !PAYPAL_CLIENT_ID;
  const apiBase = PAYPAL_API_BASE ?? (pretended ? standIn : 'https://api-m.paypal.com');
  return {
    clientId: PAYPAL_CLIENT_ID ?? 'stand-in-client',
    clientSecret: PAYPAL_CLIENT_SECRET ?? 'stand-in-secret',
    webhookId: PAYPAL_WEBHOOK_ID ?? 'STANDINWEBHOOK001',
    apiBase,
    sdkUrl: findSdk(apiBase),
    pretended,
    standInPort,
  };
}

/**
 * A host that is not PayPal's own serves its own buttons. On this machine the shop proxies them: browsers cannot reach
 * it.
 */
function findSdk(apiBase: string): string | null {
  if (new URL(apiBase).hostname.endsWith('.paypal.com')) return null;
  return `${isOwnMachine(apiBase) ? PRETENDED_PAYPAL : apiBase}/sdk/js`;
}
