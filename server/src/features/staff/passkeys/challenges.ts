import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { NotAllowed } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { passkeyChallenges } from '../table.ts';

const MINUTE = 60 * 1000;
/** As long as the browser is told to wait for the person. */
export const CHALLENGE_MS = 5 * MINUTE;

/** What a challenge is for, in which browser, and for whom, if that is known. */
export type Asked = {
  purpose: (typeof passkeyChallenges.$inferSelect)['purpose'];
  browser: Buffer;
  staffId: number | null;
};

/** A random value that a passkey has to sign, once, within five minutes, in the browser that asked for it. */
export async function makeChallenge({ clock, db }: Pick<Deps, 'clock' | 'db'>, asked: Asked) {
  const bytes = randomBytes(32);
  await db.insert(passkeyChallenges).values({
    challenge: bytes.toString('base64url'),
    purpose: asked.purpose,
    browserHash: asked.browser,
    staffId: asked.staffId,
    expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS),
  });
  return new Uint8Array(bytes);
}

/**
 * The challenge that was signed, if it was made for this. Whatever comes of it, it is gone afterwards: a second response with the
 * same challenge is refused.
 */
export async function takeChallenge(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  clientData: string,
  { purpose, browser, staffId }: Asked,
): Promise<string> {
  const signed = readChallenge(clientData);
  const [made] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.challenge, signed)).returning();
  const isGood =
    made?.purpose === purpose &&
    made.browserHash.equals(browser) &&
    made.staffId === staffId &&
    made.expiresAt > clock.now();
  if (!isGood) throw new NotAllowed('That took too long, or was tried before. Please try again.');
  return signed;
}

/** Empty if there is none, which no challenge is. */
function readChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && /^[\w-]{1,100}$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}
