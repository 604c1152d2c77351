import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { deleteOldPhotos } from './delete-old-photos.ts';

/** What is done for deliveries in the background. */
export const deliveryJobs = (deps: Deps): JobHandlers => ({
  'delete-delivery-photos': { cron: '17 3 * * *', work: () => deleteOldPhotos(deps) },
});
