import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

const SHAPE = /^([1-9]\d{0,9})-([1-9]\d{0,9})-[0-9a-f]{32}$/;
const MAX_ID = 2_147_483_647;

/** A reminder and whose it is: the person can still be found when the reminder is gone. */
export type Stopped = { id: number; userId: number };

/** The token in a letter that stops its reminder: the ids, and a signature that only the shop can write. */
export function stopToken({ reminders }: Pick<Secrets, 'reminders'>, { id, userId }: Stopped): string {
  const signature = createHmac('sha256', reminders).update(`stop ${id} of ${userId}`).digest('hex').slice(0, 32);
  return `${id}-${userId}-${signature}`;
}

/** The reminder of a token; undefined if the shop did not write it. */
export function readStopToken(secrets: Pick<Secrets, 'reminders'>, token: string): Stopped | undefined {
  const [id = Number.NaN, userId = Number.NaN] = SHAPE.exec(token)?.slice(1).map(Number) ?? [];
  if (!(id <= MAX_ID && userId <= MAX_ID)) return undefined;
  const stopped = { id, userId };
  return timingSafeEqual(Buffer.from(stopToken(secrets, stopped)), Buffer.from(token)) ? stopped : undefined;
}

export const stopLink = (
  { config, secrets }: { config: Pick<Config, 'publicUrl'>; secrets: Pick<Secrets, 'reminders'> },
  stopped: Stopped,
): string => `${config.publicUrl}/reminders/stop/${stopToken(secrets, stopped)}`;
