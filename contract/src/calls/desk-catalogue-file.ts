import * as z from 'zod';
import { ExportCatalogue, ImportCatalogue, ImportedCatalogue } from '../desk-catalogue-file.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: catalogue'], may: 'edit catalogue' });

const FILE = {
  description: 'The catalogue, as the command line writes it',
  content: { 'text/csv': { schema: z.string() }, 'application/json': { schema: z.unknown() } },
};

/** The whole catalogue as one file, for a spreadsheet, and back. */
export const catalogueFileCalls = {
  export: call('GET', '/api/desk/catalogue/file/', {
    summary: 'Every bouquet as a file',
    query: ExportCatalogue,
    answer: FILE,
  }),
  import: call('POST', '/api/desk/catalogue/file/', {
    summary: 'Say what a file would change, or change it',
    body: ImportCatalogue,
    answer: ImportedCatalogue,
    refuses: [409],
  }),
};
