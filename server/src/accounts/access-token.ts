import { createSecretKey, type webcrypto } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import { memoizeFor } from '../memoize.ts';

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const AUDIENCE = 'marigold-lane';
const LIFETIME_SECONDS = 10 * 60;

/** Someone signed in, on one of their devices. */
export type Shopper = { userId: number; sessionId: string };

type TokenDeps = Pick<Deps, 'config' | 'clock' | 'secrets'>;

/** Says who the bearer is, for ten minutes. */
export async function writeAccessToken({ config, clock, secrets }: TokenDeps, shopper: Shopper): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ sid: shopper.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(shopper.userId))
    .setIssuer(config.publicUrl)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(keyOf(secrets.accessTokens));
}

/** Needed for every private request: imported once, not each time. */
const keyOf = memoizeFor(
  (secret: Buffer): webcrypto.CryptoKey =>
    createSecretKey(secret).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
);

const Claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  sid: z.uuid(),
});

/** The person and session that the token names. Whether the session has ended since is not checked here. */
export async function readAccessToken({ config, clock, secrets }: TokenDeps, token: string): Promise<Shopper> {
  try {
    if (!token.split('.').every(isExact)) throw new Error('The token is written in another way than we write it.');
    const { payload } = await jwtVerify(token, keyOf(secrets.accessTokens), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: config.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      currentDate: clock.now(),
    });
    const { sub, sid } = Claims.parse(payload);
    return { userId: sub, sessionId: sid };
  } catch (error) {
    throw Object.assign(new NotSignedIn(), { cause: error });
  }
}

/**
 * Base64 can encode the same bytes in several ways. Only ours is accepted, so that a changed token is never a good one.
 */
const isExact = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
