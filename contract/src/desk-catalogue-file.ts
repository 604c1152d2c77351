import * as z from 'zod';

// The whole catalogue as one file, in and out.

/** What a page may send: more than ten thousand bouquets. The command line takes larger ones. */
export const MAX_CATALOGUE_FILE = 32 * 1024 * 1024;
export const CATALOGUE_FORMATS = ['csv', 'json'] as const;

export const ExportCatalogue = z.object({ format: z.enum(CATALOGUE_FORMATS).default('csv') });

export const ImportCatalogue = z
  .object({
    format: z.enum(CATALOGUE_FORMATS, { error: 'The file must end in .csv or .json.' }),
    text: z.string().min(1, 'The file is empty.').meta({ description: 'The file, whole.' }),
    key: z.string().optional().meta({
      description:
        'Without it nothing is changed, and the answer says what would be. With the key of that answer it is done, unless the catalogue has changed meanwhile.',
    }),
  })
  .meta({ id: 'ImportCatalogue' });
export type ImportCatalogue = z.infer<typeof ImportCatalogue>;

export const CatalogueChange = z
  .object({
    item_code: z.string(),
    name: z.string(),
    is_new: z.boolean(),
    fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  })
  .meta({ id: 'CatalogueChange' });
export type CatalogueChange = z.infer<typeof CatalogueChange>;

export const ImportedCatalogue = z
  .object({
    is_done: z.boolean(),
    key: z.string(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    changes: z.array(CatalogueChange).meta({ description: 'The first hundred.' }),
    unused: z.array(z.string()).meta({ description: 'Columns that were not used.' }),
  })
  .meta({ id: 'ImportedCatalogue' });
export type ImportedCatalogue = z.infer<typeof ImportedCatalogue>;
