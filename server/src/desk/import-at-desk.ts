import type { CatalogueChange, ImportCatalogue, ImportedCatalogue } from '#contract/desk-catalogue.ts';
import { parseCatalogue } from '../catalogue/catalogue-file.ts';
import { BadCatalogue, type Problem } from '../catalogue/catalogue-problems.ts';
import { importCatalogue } from '../catalogue/import-catalogue.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../errors.ts';
import type { DoneBy } from '../staff/done-by.ts';
import { writeDeskLog } from '../staff/write-desk-log.ts';

const CHANGES_SHOWN = 100;
const PROBLEMS_SHOWN = 50;

/** A page sends the file alone: pictures have to be in the shop, and are named `picture:<id>` as an export names them. */
const noPicture = (): Promise<Buffer> =>
  Promise.reject(Object.assign(new Error('is not in this shop'), { code: 'ENOENT' }));

/**
 * Says what a file would change; with the key of that answer it does so, the whole of it or nothing. It is the import of the
 * command line, without pictures beside the file.
 */
export async function importAtDesk(
  deps: Pick<Deps, 'clock' | 'db' | 'responseCache'>,
  by: DoneBy,
  { format, text, key }: ImportCatalogue,
): Promise<ImportedCatalogue> {
  const found = { changes: [] as CatalogueChange[], key: '' };
  try {
    const { unknown: unused, ...catalogue } = parseCatalogue(format, Buffer.from(text));
    const counts = await importCatalogue(deps, catalogue, {
      readPicture: noPicture,
      decide(changes, newKey) {
        found.changes = changes;
        found.key = newKey;
        if (key !== undefined && key !== newKey)
          throw new Conflict('The catalogue has changed meanwhile. Please look again at what the file changes.');
        return key !== undefined;
      },
      // Drizzle without the list of tables, which inserting does not need.
      onImport: (tx) => writeImport(deps, tx as unknown as Transaction, by, found.changes),
    });
    if (key !== undefined) deps.responseCache.clear();
    return { is_done: key !== undefined, ...found, ...counts, changes: found.changes.slice(0, CHANGES_SHOWN), unused };
  } catch (error) {
    if (error instanceof BadCatalogue) throw new Invalid({ file: listProblems(error.problems) });
    throw error;
  }
}

const writeImport = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  by: DoneBy,
  changes: CatalogueChange[],
): Promise<void> => {
  const details = {
    before: Object.fromEntries(changes.map(({ item_code, fields }) => [item_code, pick(fields, 'before')])),
    after: Object.fromEntries(changes.map(({ item_code, fields }) => [item_code, pick(fields, 'after')])),
  };
  return writeDeskLog(tx, { at: clock.now(), ...by, action: 'import catalogue', subjectId: 0, details });
};

const pick = (fields: CatalogueChange['fields'], which: 'before' | 'after') =>
  Object.fromEntries(fields.map((field) => [field.name, field[which]]));

function listProblems(problems: Problem[]): string[] {
  const shown = problems.slice(0, PROBLEMS_SHOWN).map(({ location, reason }) => `${location}: ${reason}`);
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
