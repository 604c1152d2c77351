import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ChangeShop, ShopSettings, ShopVersion } from '#contract/desk-shop.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { Deps } from '../deps.ts';
import { readDetails } from '../shop/read-details.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { VERSION } from '../version.ts';
import { changeShopAtDesk } from './change-shop.ts';

const shared = { tags: ['Desk: settings'], ...AT_DESK };
const refusals = { 400: BadInput, 401: Detail, 403: Detail };

/** Who sells, and by which version of the shop. */
export const shopRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'edit settings');

    app.get(
      '/api/desk/settings/shop/',
      { onRequest, schema: { ...shared, summary: 'Who sells', response: { 200: ShopSettings, ...refusals } } },
      async () => toSettings(await readDetails(deps.db)),
    );

    app.patch(
      '/api/desk/settings/shop/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Change who sells',
          body: ChangeShop,
          response: { 200: ShopSettings, ...refusals },
        },
      },
      async ({ colleague, body }) => {
        const details = await changeShopAtDesk(deps, doneBy(colleague), body);
        await deps.shopDetails.renew();
        return toSettings(details);
      },
    );

    app.get(
      '/api/desk/settings/version/',
      {
        onRequest,
        schema: { ...shared, summary: 'Which version of the shop', response: { 200: ShopVersion, ...refusals } },
      },
      async () => ({ version: VERSION }),
    );
  };

function toSettings(details: ShopDetails): ShopSettings {
  const { legalName, phone = '', companyNumber = '', vatNumber = '', ...same } = details;
  return { name: legalName, ...same, phone, company_number: companyNumber, vat_number: vatNumber };
}
