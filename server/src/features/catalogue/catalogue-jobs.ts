import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { foldFacetCounts } from './lists/count-facets.ts';
import { deleteUnusedPhotos } from './pictures/delete-unused-photos.ts';
import { makeProductPicture } from './pictures/make-product-picture.ts';
import { MAKE_PICTURE } from './pictures/product-photos.ts';

const Payload = z.object({ photo: z.int() });

/** What is done for the catalogue in the background. */
export const catalogueJobs = (deps: Deps): JobHandlers => ({
  [MAKE_PICTURE]: { work: withPayload(Payload, ({ photo }) => makeProductPicture(deps, photo)) },
  'fold-facet-counts': { cron: '7 * * * *', work: () => foldFacetCounts(deps) },
  'delete-unused-photos': { cron: '37 3 * * *', work: () => deleteUnusedPhotos(deps) },
});
