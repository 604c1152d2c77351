import type { FastifyPluginAsync } from 'fastify';
import { shopCalls } from '#contract/calls/desk-shop.ts';
import type { ShopSettings } from '#contract/desk-shop.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { Deps } from '#server/deps.ts';
import { readDetails } from '#server/features/shop/read-details.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { VERSION } from '#server/platform/version.ts';
import { changeShopAtDesk } from './change-shop.ts';

/** Who sells, and by which version of the shop. */
export const shopRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(shopCalls.find, async () => toSettings(await readDetails(deps.db)));
    serve(shopCalls.change, async ({ colleague, body }) => {
      const details = await changeShopAtDesk(deps, doneBy(colleague), body);
      await deps.shopDetails.renew();
      return toSettings(details);
    });
    serve(shopCalls.version, async () => ({ version: VERSION }));
  };

function toSettings(details: ShopDetails): ShopSettings {
  const { legalName, phone = '', companyNumber = '', vatNumber = '', ...same } = details;
  return { name: legalName, ...same, phone, company_number: companyNumber, vat_number: vatNumber };
}
