import { resolve } from 'node:path';
import * as z from 'zod';
import { CannotStart } from './cannot-start.ts';

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));

/** Every setting the shop understands. The README lists the same names. */
const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('./var'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((network) => network.trim()))
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'Must be addresses or networks such as 10.0.0.0/8.'),
      ),
    )
    .optional(),
  NODE_ENV: z.string().optional(),
});

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Addresses whose forwarded headers are believed; none unless named. */
  trustProxy: string[] | false;
  /** Someone is working on the shop: pages come from their source and nothing is kept. */
  development: boolean;
};

/** The only reader of the environment. Reports every wrong value at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = Environment.safeParse(given);
  if (error) {
    const problems = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new CannotStart(`These settings cannot be used:\n${problems.join('\n')}`);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    development: data.NODE_ENV === 'development',
    trustProxy: data.TRUST_PROXY ?? false,
  };
}
