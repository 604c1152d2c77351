import { createSecretKey, type webcrypto } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { memoizeFor } from '#server/platform/memoize.ts';

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const AUDIENCE = 'marigold-lane';
const LIFETIME_SECONDS = 10 * 60;
/** A token is read some dozen times before another takes its place; each takes half a kilobyte here. */
const MOST_REMEMBERED = 2_000;

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
  exp: z.int(),
});

/** A token that was found good: it stays so until it expires, since whatever is changed in it makes it another. */
type GoodToken = { shopper: Shopper; issuer: string; expiresAt: number };

/** Of each key. Their signatures are not computed again. */
const goodTokens = memoizeFor((_secret: Buffer) => new LRUCache<string, GoodToken>({ max: MOST_REMEMBERED }));

/** The person and session that the token names. Whether the session has ended since is not checked here. */
export async function readAccessToken(deps: TokenDeps, token: string): Promise<Shopper> {
  const known = goodTokens(deps.secrets.accessTokens);
  const before = known.get(token);
  const now = Math.floor(deps.clock.now().getTime() / 1000);
  if (before?.issuer === deps.config.publicUrl && now < before.expiresAt) return before.shopper;
  const good = await verify(deps, token);
  known.set(token, good);
  return good.shopper;
}

/** The same of a token that may have run out: enough to end its session, and for nothing else. */
export const readEndedToken = async (deps: TokenDeps, token: string): Promise<Shopper> =>
  (await verify(deps, token, Number.MAX_SAFE_INTEGER)).shopper;

async function verify({ config, clock, secrets }: TokenDeps, token: string, clockTolerance = 0): Promise<GoodToken> {
  try {
    if (!token.split('.').every(isExact)) throw new Error('The token is written in another way than we write it.');
    const { payload } = await jwtVerify(token, keyOf(secrets.accessTokens), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: config.publicUrl,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      currentDate: clock.now(),
      clockTolerance,
    });
    const { sub, sid, exp } = Claims.parse(payload);
    return { shopper: { userId: sub, sessionId: sid }, issuer: config.publicUrl, expiresAt: exp };
  } catch (error) {
    throw Object.assign(new NotSignedIn(), { cause: error });
  }
}

/**
 * Base64 can encode the same bytes in several ways. Only ours is accepted, so that a changed token is never a good one.
 */
const isExact = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
