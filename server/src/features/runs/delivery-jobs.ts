import type { Deps } from '#server/deps.ts';
import { and, isNotNull, lt, or } from '#server/platform/database/drizzle.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { photoLimit } from './find-handover.ts';
import { handovers, presses } from './table.ts';

/** What is done for deliveries in the background. */
export const deliveryJobs = (deps: Deps): JobHandlers => ({
  'delete-delivery-photos': { cron: '17 3 * * *', work: () => deleteOldPhotos(deps) },
});

/** Deletes photos of handovers after 30 days, with the words that came with them, and the presses of phones. */
async function deleteOldPhotos({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const limit = photoLimit(clock.now());
  await db
    .update(handovers)
    .set({ photo: null, photoTakenAt: null, takenBy: null })
    .where(and(lt(handovers.pressedAt, limit), or(isNotNull(handovers.photo), isNotNull(handovers.takenBy))));
  await db.delete(presses).where(lt(presses.at, limit));
}
