import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Bouquet } from './bouquets.ts';

const AT_ONCE = 100;

export type MedusaStock = { STOCK: string; STOCK_PROGRAM: string };

type Container = { resolve(name: string): Record<string, (...values: unknown[]) => Promise<{ id: string }>> };
type Workflow = (container: Container) => { run(wanted: { input: unknown }): Promise<{ result: { id: string }[] }> };

/** Run by `medusa exec` in the folder that holds Medusa's packages, on an empty database. @public */
export default async function stockMedusa({ container }: { container: Container }): Promise<void> {
  const load = createRequire(join(process.cwd(), 'package.json'));
  const flows = load('@medusajs/medusa/core-flows') as Record<string, Workflow>;
  const { Modules, ContainerRegistrationKeys } = load('@medusajs/framework/utils');
  const run = async (flow: string, input: unknown): Promise<string> => {
    const { result } = (await flows[flow]?.(container).run({ input })) ?? { result: [] };
    return (Array.isArray(result) ? result[0] : result)?.id ?? '';
  };
  const link = (from: object, to: object) =>
    container.resolve(ContainerRegistrationKeys.LINK).create?.({ ...from, ...to });

  const channel = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] });
  const region = await run('createRegionsWorkflow', {
    regions: [{ name: 'UK', currency_code: 'gbp', countries: ['gb'], payment_providers: ['pp_system_default'] }],
  });
  await run('createTaxRegionsWorkflow', [{ country_code: 'gb', provider_id: 'tp_system' }]);
  const address = { address_1: '12 Gillygate', city: 'York', country_code: 'GB' };
  const location = await run('createStockLocationsWorkflow', { locations: [{ name: 'York', address }] });
  const here = { [Modules.STOCK_LOCATION]: { stock_location_id: location } };
  await link(here, { [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } });
  const profile = await run('createShippingProfilesWorkflow', { data: [{ name: 'Default', type: 'default' }] });
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const zones = [{ name: 'UK', geo_zones: [{ country_code: 'gb', type: 'country' }] }];
  const set = (await fulfillment.createFulfillmentSets?.({ name: 'York', type: 'shipping', service_zones: zones })) as {
    id: string;
    service_zones: { id: string }[];
  };
  await link(here, { [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  await run('createShippingOptionsWorkflow', [
    {
      name: 'Delivery',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0]?.id,
      shipping_profile_id: profile,
      type: { label: 'Delivery', description: 'Tomorrow.', code: 'delivery' },
      prices: [
        { currency_code: 'gbp', amount: 5 },
        { region_id: region, amount: 5 },
      ],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  await run('linkSalesChannelsToStockLocationWorkflow', { id: location, add: [channel] });
  const key = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key, add: [channel] });

  const bouquets = JSON.parse(readFileSync(process.env.STOCK ?? '', 'utf8')) as Bouquet[];
  for (let from = 0; from < bouquets.length; from += AT_ONCE) {
    const products = bouquets.slice(from, from + AT_ONCE).map(({ code, name, description, pricePence }) => ({
      title: name,
      handle: code.toLowerCase(),
      description,
      status: 'published',
      shipping_profile_id: profile,
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          title: name,
          sku: code,
          options: { Size: 'One' },
          manage_inventory: false,
          prices: [{ currency_code: 'gbp', amount: pricePence / 100 }],
        },
      ],
      sales_channels: [{ id: channel }],
    }));
    await run('createProductsWorkflow', { products });
    if (from % 500 === 0) console.log(`Medusa has ${from + products.length} bouquets.`);
  }
}
