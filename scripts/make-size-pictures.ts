/**
 * Makes the pictures of sizes and extras in catalogue/made/ from a folder of masters: `node scripts/make-size-pictures.ts
 * FOLDER`. They are in the repository ready made, so that the first start of the shop encodes no more than before; the
 * masters are too large for it. Prints the name that catalogue/demo.json and catalogue/extras.json know each picture by.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePicture } from '#server/features/catalogue/pictures/make-picture.ts';
import { eachLimited } from '#server/features/catalogue/pictures/prepare-pictures.ts';

const MADE = fileURLToPath(new URL('../catalogue/made/', import.meta.url));
/** For the cart's thumbnail and a letter, and for the gallery. */
const WIDTHS = { size: [360, 800], extra: [180, 360] };
const NAME = /-(?:standard|large|grand)$|^(?<extra>extra-)/;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the masters.');
const masters = (await readdir(folder)).filter((file) => NAME.test(parse(file).name)).sort();
await eachLimited(masters, async (file) => {
  const { name } = parse(file);
  const widths = NAME.exec(name)?.groups?.extra ? WIDTHS.extra : WIDTHS.size;
  const { id } = await makePicture(await readFile(join(folder, file)), { cacheDir: MADE, widths });
  console.log(`${name} picture:${id}`);
});
