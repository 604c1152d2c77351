import type { FastifyPluginAsync } from 'fastify';
import { catalogueFileCalls } from '#contract/calls/desk-catalogue-file.ts';
import { MAX_CATALOGUE_FILE } from '#contract/desk-catalogue-file.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { exportAtDesk } from './export-at-desk.ts';
import { importAtDesk } from './import-at-desk.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** A large file on a busy machine may take longer than the minute after which a silent connection is closed. */
const LONGEST_MS = 10 * 60_000;

/** The whole catalogue as one file, for a spreadsheet, and back. */
export const catalogueFileRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    // Once it is known who asks.
    app.addHook('preParsing', async ({ raw }) => {
      raw.socket.setTimeout?.(LONGEST_MS);
    });
    serve(catalogueFileCalls.export, async ({ query: { format } }, reply) =>
      reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="catalogue.${format}"`)
        .send(await exportAtDesk(deps, format)),
    );
    serve(catalogueFileCalls.import, ({ colleague, body }) => importAtDesk(deps, doneBy(colleague), body), {
      // Within JSON a line break and a quotation mark are two characters.
      bodyLimit: 2 * MAX_CATALOGUE_FILE,
    });
  };
