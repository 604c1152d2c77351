import type { Picture } from '#contract/pictures.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import { findCachedPicture } from './cached-pictures.ts';
import type { PlacedRow } from './catalogue-file.ts';
import type { Problem } from './catalogue-problems.ts';
import { makePicture, pictureId } from './make-picture.ts';
import { requirePicture } from './require-picture.ts';

export type PictureFacts = Omit<Picture, 'alt'>;

/** Every picture the rows name, by the name they give it. */
export type Album = Map<string, PictureFacts>;

export const PICTURE_IN_SHOP = /^picture:([0-9a-f]{16})$/;

type Source = {
  /** Pictures some bouquet already shows, by id. */
  known: Map<string, PictureFacts>;
  readPicture(file: string): Promise<Buffer>;
};
type Finding = { facts: PictureFacts } | { reason: string } | 'to be made';

/** Encoding a picture occupies a processor and much memory. */
const limited = limitConcurrency({ atOnce: 2 });
export const eachLimited = <Item>(items: Item[], work: (item: Item) => Promise<void>) =>
  Promise.all(items.map((item) => limited(() => work(item))));

/** Looks at every picture without encoding any: what is known or kept, what must be made, what cannot be used. */
export async function lookAtPictures(rows: PlacedRow[], source: Source, cacheDir: string) {
  const album: Album = new Map();
  const toMake: string[] = [];
  const reasons = new Map<string, string>();
  await eachLimited(namesIn(rows), async (file) => {
    const finding = await lookAt(file, source, cacheDir);
    if (finding === 'to be made') toMake.push(file);
    else if ('reason' in finding) reasons.set(file, finding.reason);
    else album.set(file, finding.facts);
  });
  return { album, toMake, problems: problemsWith(rows, reasons) };
}

/** Encodes pictures into `cacheDir` and adds them to the album. A damaged one may show only here. */
export async function makePictures(
  rows: PlacedRow[],
  { album, toMake }: { album: Album; toMake: string[] },
  { readPicture }: Source,
  cacheDir: string,
  onProgress: (done: number, total: number) => void,
): Promise<Problem[]> {
  const reasons = new Map<string, string>();
  let done = 0;
  await eachLimited(toMake, async (file) => {
    try {
      const { files, ...facts } = await makePicture(await readPicture(file), { cacheDir });
      album.set(file, facts);
    } catch (error) {
      reasons.set(file, `cannot be made: ${(error as Error).message}`);
    }
    done += 1;
    onProgress(done, toMake.length);
  });
  return problemsWith(rows, reasons);
}

async function lookAt(file: string, { known, readPicture }: Source, cacheDir: string): Promise<Finding> {
  const inShop = known.get(PICTURE_IN_SHOP.exec(file)?.[1] ?? '');
  if (inShop) return { facts: inShop };
  try {
    const master = await readPicture(file);
    const id = pictureId(master);
    const shown = known.get(id);
    if (shown?.share) return { facts: shown };
    const kept = await findCachedPicture(cacheDir, id);
    if (kept?.share) {
      const { files, ...facts } = kept;
      return { facts };
    }
    await requirePicture(master);
    return 'to be made';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return { reason: message };
    return { reason: PICTURE_IN_SHOP.test(file) ? 'is not in this shop' : 'is not there' };
  }
}

function namesIn(rows: PlacedRow[]): string[] {
  return [...new Set(rows.flatMap(({ row }) => row.pictures.map(({ file }) => file)))];
}

function problemsWith(rows: PlacedRow[], reasons: Map<string, string>): Problem[] {
  return rows.flatMap(({ at, place, row }) =>
    row.pictures.flatMap(({ file }) => {
      const reason = reasons.get(file);
      return reason ? [{ at, place, reason: `picture ${file} ${reason}` }] : [];
    }),
  );
}
