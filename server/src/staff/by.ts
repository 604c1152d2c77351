import type { Deps } from '../deps.ts';
import type { Colleague } from './find-colleague.ts';

/** Who does something at the desk, and when. From the command line it is nobody of the staff: `who` is the user's name. */
export type By = { at: Date; who: string; staffId: number | null };

export const byColleague = ({ clock }: Pick<Deps, 'clock'>, { id, name }: Colleague): By => ({
  at: clock.now(),
  who: name,
  staffId: id,
});
