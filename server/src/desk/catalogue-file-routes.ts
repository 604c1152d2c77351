import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ExportCatalogue, ImportCatalogue, ImportedCatalogue, MAX_CATALOGUE_FILE } from '#contract/desk-catalogue.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { exportAtDesk } from './export-at-desk.ts';
import { importAtDesk } from './import-at-desk.ts';

const shared = { tags: ['Desk: catalogue'], ...AT_DESK };
const ADDRESS = '/api/desk/catalogue/file/';
const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };
const FILE = {
  description: 'The catalogue, as the command line writes it',
  content: { 'text/csv': { schema: z.string() }, 'application/json': { schema: z.unknown() } },
};

/** A large file on a busy machine may take longer than the minute after which a silent connection is closed. */
const LONGEST_MS = 10 * 60_000;
const waitLonger = async ({ raw }: FastifyRequest): Promise<void> => {
  raw.socket.setTimeout?.(LONGEST_MS);
};

/** The whole catalogue as one file, for a spreadsheet, and back. */
export const catalogueFileRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = [atDesk(deps, 'edit catalogue'), waitLonger];

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
          .send(await exportAtDesk(deps, format)),
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
