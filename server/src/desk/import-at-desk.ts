import type { ImportCatalogue, ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import type { Problem } from '#server/features/catalogue/file/catalogue-problems.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { runCatalogueWorker } from './run-catalogue-worker.ts';

const PROBLEMS_SHOWN = 50;

/** A file of the catalogue from a page: what it would change, or that it is done. */
export async function importAtDesk(
  deps: Pick<Deps, 'clock' | 'db' | 'responseCache'>,
  by: DoneBy,
  wanted: ImportCatalogue,
): Promise<ImportedCatalogue> {
  const answer = await runCatalogueWorker(deps, { do: 'import', by, at: deps.clock.now(), wanted });
  if ('problems' in answer) throw new Invalid({ file: listProblems(answer.problems) });
  if ('conflict' in answer) throw new Conflict(answer.conflict);
  if (!('imported' in answer)) throw new Error('The thread of the catalogue answered something else.');
  if (answer.imported.is_done) deps.responseCache.clear();
  return answer.imported;
}

function listProblems(problems: Problem[]): string[] {
  const shown = problems.slice(0, PROBLEMS_SHOWN).map(({ location, reason }) => `${location}: ${reason}`);
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
