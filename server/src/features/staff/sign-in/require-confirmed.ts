import type { Deps } from '#server/deps.ts';
import { NotConfirmed } from '#server/errors.ts';
import type { Colleague } from '../find-colleague.ts';

const CONFIRMED_MS = 5 * 60 * 1000;

/**
 * Refuses what somebody at an unattended tablet must not do: a passkey has confirmed in this session within the last five minutes
 * who is there. The page that is refused so has it confirmed and sends the same call again.
 */
export function requireConfirmed(
  { clock }: Pick<Deps, 'clock'>,
  { confirmedAt }: Pick<Colleague, 'confirmedAt'>,
): void {
  if (!isConfirmed({ clock }, { confirmedAt })) throw new NotConfirmed();
}

export function isConfirmed({ clock }: Pick<Deps, 'clock'>, { confirmedAt }: Pick<Colleague, 'confirmedAt'>): boolean {
  return confirmedAt !== null && clock.now().getTime() - confirmedAt.getTime() <= CONFIRMED_MS;
}
