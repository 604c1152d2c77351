import type { Picture } from '#contract/pictures.ts';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';
import type { Problem } from '../file/catalogue-problems.ts';
import type { RowLocation } from '../file/raw-catalogue.ts';
import { findCachedPicture } from './cached-pictures.ts';
import { makePicture, pictureId } from './make-picture.ts';
import { requirePicture } from './require-picture.ts';

export type PictureFacts = Omit<Picture, 'alt'>;

/** The pictures of the rows, by the name they have there. */
export type PicturesByName = Map<string, PictureFacts>;

export const PICTURE_IN_SHOP = /^picture:([0-9a-f]{16})$/;

/** The pictures that one row of a file names. */
export type ShownPictures = RowLocation & { files: string[] };

type Source = {
  /** Pictures that some bouquet already shows, by id. */
  known: Map<string, PictureFacts>;
  readPicture(file: string): Promise<Buffer>;
  /** A folder of pictures that were made before, named by their ids; nothing there is made again. */
  madeDir?: string | undefined;
};
type Finding = { facts: PictureFacts; isMade?: true } | { reason: string } | 'to be made';

/** Encoding a picture occupies a processor and much memory. */
const limited = limitConcurrency({ atOnce: 2 });
export const eachLimited = <Item>(items: Item[], work: (item: Item) => Promise<void>) =>
  Promise.all(items.map((item) => limited(() => work(item))));

/**
 * Sorts pictures without encoding any: those in the shop or the cache, those to make, and those that cannot be used.
 */
export async function checkPictures(rows: ShownPictures[], source: Source, cacheDir: string) {
  const pictures: PicturesByName = new Map();
  const madeIds = new Set<string>();
  const toMake: string[] = [];
  const reasons = new Map<string, string>();
  await eachLimited(listPictureNames(rows), async (file) => {
    const finding = await checkPicture(file, source, cacheDir);
    if (finding === 'to be made') toMake.push(file);
    else if ('reason' in finding) reasons.set(file, finding.reason);
    else pictures.set(file, finding.facts);
    if (typeof finding === 'object' && 'isMade' in finding) madeIds.add(finding.facts.id);
  });
  return { pictures, madeIds, toMake, problems: toProblems(rows, reasons) };
}

/** Encodes pictures into `cacheDir` and adds them to `pictures`. Some damage is found only here. */
export async function makePictures(
  rows: ShownPictures[],
  { pictures, toMake }: { pictures: PicturesByName; toMake: string[] },
  { readPicture }: Source,
  cacheDir: string,
  onProgress: (done: number, total: number) => void,
): Promise<Problem[]> {
  const reasons = new Map<string, string>();
  let done = 0;
  await eachLimited(toMake, async (file) => {
    try {
      const { files, ...facts } = await makePicture(await readPicture(file), { cacheDir });
      pictures.set(file, facts);
    } catch (error) {
      reasons.set(file, `cannot be made: ${(error as Error).message}`);
    }
    done += 1;
    onProgress(done, toMake.length);
  });
  return toProblems(rows, reasons);
}

async function checkPicture(file: string, { known, readPicture, madeDir }: Source, cacheDir: string): Promise<Finding> {
  const [, named = ''] = PICTURE_IN_SHOP.exec(file) ?? [];
  const inShop = known.get(named);
  if (inShop) return { facts: inShop };
  const made = named && madeDir ? await findCachedPicture(madeDir, named) : undefined;
  if (made) {
    const { files, ...facts } = made;
    return { facts, isMade: true };
  }
  try {
    const master = await readPicture(file);
    const id = pictureId(master);
    const shown = known.get(id);
    if (shown?.share) return { facts: shown };
    const cached = await findCachedPicture(cacheDir, id);
    if (cached?.share) {
      const { files, ...facts } = cached;
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

function listPictureNames(rows: ShownPictures[]): string[] {
  return [...new Set(rows.flatMap(({ files }) => files))];
}

function toProblems(rows: ShownPictures[], reasons: Map<string, string>): Problem[] {
  return rows.flatMap(({ position, location, files }) =>
    files.flatMap((file) => {
      const reason = reasons.get(file);
      return reason ? [{ position, location, reason: `picture ${file} ${reason}` }] : [];
    }),
  );
}
