import type { FastifyPluginAsync } from 'fastify';
import { catalogueDeskCalls } from '#contract/calls/desk-catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { listBouquets } from '#server/features/catalogue/lists/list-bouquets.ts';
import { listWords } from '#server/features/catalogue/lists/list-words.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { addAtDesk, findAtDesk, saveAtDesk, setOnSaleAtDesk, setPriceAtDesk } from './change-catalogue.ts';

/** What is on sale: the table, and one bouquet with all that can be changed. */
export const catalogueDeskRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(catalogueDeskCalls.list, ({ query }) => listBouquets(deps, query));
    serve(catalogueDeskCalls.add, ({ colleague, body }) => addAtDesk(deps, doneBy(colleague), body));
    serve(catalogueDeskCalls.listWords, () => listWords(deps));
    serve(catalogueDeskCalls.find, ({ params }) => findAtDesk(deps, params.productId));
    serve(catalogueDeskCalls.save, ({ colleague, params, body }) =>
      saveAtDesk(deps, doneBy(colleague), params.productId, body),
    );
    serve(catalogueDeskCalls.setPrice, ({ colleague, params, body }) =>
      setPriceAtDesk(deps, doneBy(colleague), params.productId, body),
    );
    serve(catalogueDeskCalls.setStatus, ({ colleague, params, body }) =>
      setOnSaleAtDesk(deps, doneBy(colleague), params.productId, body),
    );
  };
