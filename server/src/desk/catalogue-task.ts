import type { ImportCatalogue, ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import type { CatalogueFormat } from '#server/features/catalogue/file/catalogue-file.ts';
import type { Problem } from '#server/features/catalogue/file/catalogue-problems.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';

/** What is copied to the thread, and what comes back: data only, because no function and no class can be sent. */
export type CatalogueTask =
  | { do: 'export'; format: CatalogueFormat }
  | { do: 'import'; by: DoneBy; at: Date; wanted: ImportCatalogue };
export type ImportTask = Extract<CatalogueTask, { do: 'import' }>;

export type CatalogueAnswer =
  | { file: Uint8Array }
  | { imported: ImportedCatalogue }
  | { problems: Problem[] }
  | { conflict: string };
