import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Secrets } from '../secrets.ts';

const SHAPE = /^([1-9]\d{0,9})-([0-9a-f]{32})$/;

/** The token in a letter that stops its reminder: the id, and a signature that only the shop can write. */
export const stopToken = ({ reminders }: Pick<Secrets, 'reminders'>, id: number): string =>
  `${id}-${createHmac('sha256', reminders).update(`stop ${id}`).digest('hex').slice(0, 32)}`;

/** The reminder of a token; undefined if the shop did not write it. */
export function readStopToken(secrets: Pick<Secrets, 'reminders'>, token: string): number | undefined {
  const id = Number(SHAPE.exec(token)?.[1]);
  if (!(id <= 2_147_483_647)) return undefined;
  return timingSafeEqual(Buffer.from(stopToken(secrets, id)), Buffer.from(token)) ? id : undefined;
}

export const stopLink = (
  { config, secrets }: { config: Pick<Config, 'publicUrl'>; secrets: Pick<Secrets, 'reminders'> },
  id: number,
): string => `${config.publicUrl}/reminders/stop/${stopToken(secrets, id)}`;
