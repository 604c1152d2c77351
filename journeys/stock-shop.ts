import { readConfig } from '#server/config.ts';
import { stockDemoCatalogue } from '#server/features/catalogue/file/stock-demo-catalogue.ts';
import { storeShippedPictures } from '#server/features/catalogue/pictures/shipped-pictures.ts';
import { connect } from '#server/platform/database/connect.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';

// Makes the data of a new shop, fully stocked, in DATA_DIR. Shops of journeys open on copies of it: making the database
// and filling it is most of what a first start does.

const database = await openDatabase(readConfig({ DATA_DIR: process.env.DATA_DIR }), () => {});
const db = connect(database.connectionString);
await stockDemoCatalogue({ db }, () => {});
await storeShippedPictures({ db }, new AbortController().signal);
await db.$client.end();
await database.stop();
