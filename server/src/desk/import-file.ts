import type { CatalogueChange, ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { parseCatalogue } from '#server/features/catalogue/file/catalogue-file.ts';
import { importCatalogue } from '#server/features/catalogue/file/import-catalogue.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { ImportTask } from './catalogue-task.ts';

const CHANGES_SHOWN = 100;

/** A page sends the file alone: pictures have to be in the shop, and are named `picture:<id>` as an export names them. */
const noPicture = (): Promise<Buffer> =>
  Promise.reject(Object.assign(new Error('is not in this shop'), { code: 'ENOENT' }));

/**
 * Says what a file would change; with the key of that answer it does so, the whole of it or nothing. It is the import of the
 * command line, without pictures beside the file. Takes seconds of the processor: the thread of the catalogue runs it.
 */
export async function importFile(
  { db }: Pick<Deps, 'db'>,
  { by, at, wanted: { format, text, key } }: ImportTask,
): Promise<ImportedCatalogue> {
  const found = { changes: [] as CatalogueChange[], key: '' };
  const { unknown: unused, ...catalogue } = parseCatalogue(format, Buffer.from(text));
  const counts = await importCatalogue({ db }, catalogue, {
    readPicture: noPicture,
    decide(changes, newKey) {
      found.changes = changes;
      found.key = newKey;
      if (key !== undefined && key !== newKey)
        throw new Conflict('The catalogue has changed meanwhile. Please look again at what the file changes.');
      return key !== undefined;
    },
    // Drizzle without the list of tables, which inserting does not need.
    onImport: (tx) =>
      writeDeskLog(tx as unknown as Transaction, { at, ...by }, 'import catalogue', 0, {
        bouquets: found.changes.length,
        before: listValues(found.changes, 'before'),
        after: listValues(found.changes, 'after'),
      }),
  });
  return { is_done: key !== undefined, ...found, ...counts, changes: found.changes.slice(0, CHANGES_SHOWN), unused };
}

const listValues = (changes: CatalogueChange[], which: 'before' | 'after') =>
  Object.fromEntries(
    changes.map(({ item_code, fields }) => [
      item_code,
      Object.fromEntries(fields.map((field) => [field.name, field[which]])),
    ]),
  );
