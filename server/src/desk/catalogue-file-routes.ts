import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ExportCatalogue, ImportCatalogue, ImportedCatalogue, MAX_CATALOGUE_FILE } from '#contract/desk-catalogue.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { exportAsText } from '../catalogue/export-catalogue.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { importAtDesk } from './import-at-desk.ts';

const shared = { tags: ['Desk: catalogue'], ...AT_DESK };
const ADDRESS = '/api/desk/catalogue/file/';
const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };
const file = z.unknown().meta({ type: 'string', description: 'The file that the command line writes.' });
const FILE = {
  description: 'The catalogue',
  content: { 'text/csv': { schema: file }, 'application/json': { schema: file } },
};

/** The whole catalogue as one file, for a spreadsheet, and back. */
export const catalogueFileRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'edit catalogue');

    app.get(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Every bouquet as a file',
          querystring: ExportCatalogue,
          response: { 200: FILE, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query: { format } }, reply) =>
        reply
          .type(TYPES[format])
          .header('content-disposition', `attachment; filename="catalogue.${format}"`)
          .serializer((text: unknown) => String(text))
          .send(await exportAsText(deps, format)),
    );

    app.post(
      ADDRESS,
      {
        onRequest,
        // Within JSON a line break and a quotation mark are two characters.
        bodyLimit: 2 * MAX_CATALOGUE_FILE,
        schema: {
          ...shared,
          summary: 'Say what a file would change, or change it',
          body: ImportCatalogue,
          response: { 200: ImportedCatalogue, 400: BadInput, 401: Detail, 403: Detail, 409: Detail, 413: Detail },
        },
      },
      async ({ colleague, body }) => importAtDesk(deps, doneBy(colleague), body),
    );
  };
