import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Bouquet } from './bouquets.ts';

/**
 * Vendure as its own documentation sets it up, with its search plugin and one process. Run in the folder that holds its
 * packages: `vendure-server.ts serve` or `vendure-server.ts stock FILE`, with PORT and DATABASE_URL.
 */
export type VendureCommand = 'serve' | 'stock';

const load = createRequire(join(process.cwd(), 'package.json'));
const core = load('@vendure/core');
const [command, file = ''] = process.argv.slice(2);
const database = new URL(process.env.DATABASE_URL ?? '');

const refuse = () => Promise.reject(new Error('There are no pictures here.'));
/** The asset plugin is a package of its own; without it there must still be a place that pictures would go to. */
const noPictures = {
  writeFileFromBuffer: refuse,
  writeFileFromStream: refuse,
  readFileToBuffer: refuse,
  readFileToStream: refuse,
  deleteFile: refuse,
  fileExists: () => Promise.resolve(false),
};

// Stocking leaves a job for each bouquet, and the queue looks five times a second.
if (command === 'stock') core.defaultConfig.jobQueueOptions.jobQueueStrategy.pollInterval = 1;

const config = core.mergeConfig(core.defaultConfig, {
  apiOptions: { hostname: '127.0.0.1', port: Number(process.env.PORT), cors: { origin: ['http://127.0.0.1'] } },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'florist', password: 'a password of the bench' },
    cookieOptions: { secret: 'a secret of the bench' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: '',
    database: database.pathname.slice(1),
    synchronize: command === 'stock',
    logging: false,
    // The same as ours.
    poolSize: 10,
  },
  assetOptions: { assetStorageStrategy: noPictures },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false })],
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn }),
});

const BEGINNING = {
  defaultLanguage: 'en',
  defaultZone: 'UK',
  countries: [{ code: 'GB', name: 'United Kingdom', zone: 'UK' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [{ name: 'Delivery', price: 500 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

async function stock(bouquets: Bouquet[]): Promise<void> {
  const app = await core.bootstrap(config);
  await app.get(core.JobQueueService).start();
  await app.get(core.Populator).populateInitialData(BEGINNING);
  const channels = app.get(core.ChannelService);
  const channel = await channels.getDefaultChannel();
  const ctx = await app.get(core.RequestContextService).create({ apiType: 'admin' });
  await channels.update(ctx, {
    id: channel.id,
    availableCurrencyCodes: ['GBP'],
    defaultCurrencyCode: 'GBP',
    pricesIncludeTax: true,
  });
  const importer = app.get(core.FastImporterService);
  await importer.initialize(channel);
  const [{ id: taxCategoryId }] = (await app.get(core.TaxCategoryService).findAll(ctx)).items;
  for (const [number, { code, name, description, pricePence }] of bouquets.entries()) {
    const translation = { languageCode: 'en', name, slug: code.toLowerCase(), description };
    const productId = await importer.createProduct({ enabled: true, translations: [translation] });
    await importer.createProductVariant({
      productId,
      taxCategoryId,
      sku: code,
      price: pricePence,
      trackInventory: 'FALSE',
      stockOnHand: 1_000_000,
      optionIds: [],
      translations: [{ languageCode: 'en', name }],
    });
    if (number % 500 === 499) console.log(`Vendure has ${number + 1} bouquets.`);
  }
  const { id } = await app.get(core.SearchService).reindex(ctx);
  const jobs = app.get(core.ConfigService).jobQueueOptions.jobQueueStrategy;
  for (let job = await jobs.findOne(id); !job.isSettled; job = await jobs.findOne(id)) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await app.close();
  process.exit(0);
}

async function serve(): Promise<void> {
  const app = await core.bootstrap(config);
  await app.get(core.JobQueueService).start();
  process.once('SIGTERM', () => app.close().finally(() => process.exit(0)));
}

if (command === 'stock') await stock(JSON.parse(readFileSync(file, 'utf8')) as Bouquet[]);
else await serve();
