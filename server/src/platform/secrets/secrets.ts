import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';

/**
 * One key per purpose, all derived from one secret: what is signed or sealed for one purpose is no good for another.
 */
type Purpose =
  | 'accessTokens'
  | 'refreshTokens'
  | 'throttles'
  | 'knownPlaces'
  | 'letters'
  | 'outbox'
  | 'tracking'
  | 'loginCodes'
  | 'reminders';
export type Secrets = Record<Purpose, Buffer>;

/** The keys of this shop; every process that shares the secret has the same. */
export function deriveSecrets(secret: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `marigold-lane ${purpose}`, 32));
  return {
    accessTokens: keyFor('access tokens'),
    refreshTokens: keyFor('refresh tokens'),
    throttles: keyFor('throttles'),
    knownPlaces: keyFor('known places'),
    letters: keyFor('letters'),
    outbox: keyFor('outbox'),
    tracking: keyFor('tracking'),
    loginCodes: keyFor('login codes'),
    reminders: keyFor('reminders'),
  };
}

/** The secret that was set, or one made once and stored beside the embedded database. */
export async function findSecret({ jwtSecret, dataDir }: Pick<Config, 'jwtSecret' | 'dataDir'>): Promise<string> {
  if (jwtSecret) return jwtSecret;
  const file = join(dataDir, 'jwt-secret');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return requireWhole(stored, file);
  await mkdir(dataDir, { recursive: true });
  // Written to a draft and linked: a crash leaves no half of a file, and two shops that start at once agree on one.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return requireWhole(await readFile(file, 'utf8'), file);
}

function requireWhole(secret: string, file: string): string {
  if (secret.trim().length < 32)
    throw new CannotStart(`The secret in ${file} is damaged. Delete it: everyone signs in again.`);
  return secret.trim();
}
