import { access, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { formatOf, readCatalogue } from '#server/features/catalogue/file/catalogue-file.ts';
import { BadCatalogue, type Problem } from '#server/features/catalogue/file/catalogue-problems.ts';
import { exportCatalogue, exportExtras } from '#server/features/catalogue/file/export-catalogue.ts';
import { readExtras } from '#server/features/catalogue/file/extras-file.ts';
import { importCatalogue } from '#server/features/catalogue/file/import-catalogue.ts';
import { showProgress } from '#server/features/catalogue/file/show-progress.ts';
import { PICTURE_IN_SHOP } from '#server/features/catalogue/pictures/prepare-pictures.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { joinDatabase } from '#server/platform/database/join-database.ts';
import type { OpenDatabase } from '#server/platform/database/open-database.ts';

const HELP = `Stocks the shop from a file, or writes a file of all it has. The shop may be open meanwhile.

  npm run catalogue -- export FILE [--pictures DIR]
  npm run catalogue -- import FILE [--pictures DIR]
  npm run catalogue -- export-extras FILE [--pictures DIR]
  npm run catalogue -- import-extras FILE [--pictures DIR]

FILE ends in .csv (for a spreadsheet) or .json (like catalogue/demo.json) and lists bouquets newest first. The easiest
beginning is an export. Import takes the whole file or nothing of it: it adds what is new, changes what differs and
leaves every bouquet that the file does not name. To stop selling one, set its status to withdrawn.

  item_code         your own code for the bouquet, ML-1002: tells which one a row is about
  name, category, desc (one line), description, size, presentation, care
  price             pounds: 36 or 36.50
  height_cm         32, as it stands; with width_cm, at its widest, the page draws it to scale; both may be left out
  occasions         birthday; thank you
  stems             5 × Pink peony; 8 × Peach rose       (an x will do; nothing goes on sale without them)
  picture_1, alt_1  a picture beside FILE, pictures/blush.jpg, and what it shows in words; up to picture_6, alt_6
  status            on_sale (or nothing), sold_out, withdrawn

These columns may be missing, and then what the shop has stays:

  available_from    2026-12-01, the first day it can be delivered on; available_until, the last
  most_per_day      20, how many you can tie for one day, in all sizes
  large_price       with large_stems, large_height_cm, large_width_cm, large_picture, large_alt: the bouquet in large, and
                    grand_price and so on in grand. A size whose cells are all empty is not sold any more.
  standard_picture  with standard_alt: the standard size, taken from where the pictures of the other sizes were

Extras, which go with a bouquet, have a file of their own, like catalogue/extras.json: code, name, words, price, picture, alt,
status (on_sale or sold_out), goes_with (wrap; letterbox: words of the wrapping it goes with; empty for all), in the order in which they are shown. An extra that the file does not name stays as it is.

Export names a picture that the shop has picture:<id>, and import knows it again by that. With --pictures, export also
writes the largest JPEG of each to DIR as <id>.jpg, and import looks there for those the shop does not have.
Without DATABASE_URL this works on the database in DATA_DIR, as the shop does.`;

const PROBLEMS_SHOWN = 50;

const VERBS = ['import', 'export', 'import-extras', 'export-extras'] as const;
type Command = { verb: (typeof VERBS)[number]; file: string; picturesDir: string | undefined };

function readCommand(words: string[]): Command | 'help' {
  const options = { pictures: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [word, file, ...rest] = positionals;
  if (values.help || word === undefined) return 'help';
  const verb = VERBS.find((each) => each === word);
  if (!verb || file === undefined || rest.length > 0) {
    throw new CannotStart('Say "import FILE" or "export FILE"; --help tells more.');
  }
  formatOf(file);
  return { verb, file: resolve(file), picturesDir: values.pictures };
}

async function importFile(db: Database, { verb, file, picturesDir }: Command): Promise<string> {
  const catalogue = verb === 'import' ? await readCatalogue(file) : { rows: [], ...(await readExtras(file)) };
  if (catalogue.unknown.length > 0) console.log(`Not used: ${catalogue.unknown.join(', ')}.`);
  const readPicture = (name: string) => {
    const [, id] = PICTURE_IN_SHOP.exec(name) ?? [];
    return readFile(id ? join(picturesDir ?? dirname(file), `${id}.jpg`) : resolve(dirname(file), name));
  };
  const onProgress = showProgress(console.log, process.stdout);
  const madeDir = join(dirname(file), 'made');
  const { added, changed, unchanged } = await importCatalogue({ db }, catalogue, { readPicture, madeDir, onProgress });
  return `${added} new, ${changed} changed, ${unchanged} unchanged.`;
}

async function exportFile(db: Database, { verb, file, picturesDir }: Command): Promise<string> {
  const options = picturesDir === undefined ? {} : { picturesDir };
  const written =
    verb === 'export' ? await exportCatalogue({ db }, file, options) : await exportExtras({ db }, file, options);
  const what = 'bouquets' in written ? `${written.bouquets} bouquets` : `${written.extras} extras`;
  return `Wrote ${what}${picturesDir === undefined ? '' : ` and ${written.pictures} pictures`}.`;
}

const isImport = ({ verb }: Command) => verb === 'import' || verb === 'import-extras';

async function run(command: Command): Promise<string> {
  if (isImport(command)) await access(command.file);
  const database = await joinDatabase(readConfig(process.env, { opens: false }), console.log);
  const db = connect(database);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopEarly(database));
  try {
    return isImport(command) ? await importFile(db, command) : await exportFile(db, command);
  } finally {
    await db.$client.end();
    await database.stop();
  }
}

/** An unfinished import has changed nothing; only a database that we started has to be stopped. */
async function stopEarly(database: OpenDatabase): Promise<void> {
  console.error('Stopped. Nothing was changed.');
  await database.stop();
  process.exit(130);
}

function formatProblems(problems: Problem[]): string {
  const lines = problems.slice(0, PROBLEMS_SHOWN).map(({ location, reason }) => `  ${location}: ${reason}`);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/** In words, what the owner can put right; undefined for a bug of ours. */
function explain(error: unknown): string | undefined {
  if (error instanceof BadCatalogue) return `Nothing was changed. ${error.message}\n${formatProblems(error.problems)}`;
  if (error instanceof CannotStart) return error.message;
  // An error of Node has these; on any other error they are undefined.
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no ${path}.`;
  if (code === 'EEXIST') return `${path} exists already: remove it, or choose another name.`;
  if (code === 'EACCES' || code === 'EISDIR') return `${path ?? 'The file'} cannot be used (${code}).`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message} --help tells more.`;
  return undefined;
}

try {
  const command = readCommand(process.argv.slice(2));
  console.log(command === 'help' ? HELP : await run(command));
} catch (error) {
  const explanation = explain(error);
  if (explanation === undefined) throw error;
  console.error(explanation);
  process.exitCode = 1;
}
