import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { stopChildren } from '../rig/children.ts';
import { stopAlso } from '../rig/children.ts';

/** Where a checkout has the parts of its bench; versions up to 0.2 have them in the last. */
const FOLDERS = ['lab/bench', 'lab/rig', 'bench'];

/** The parts of another checkout's bench, which knows the tables of its shop. What it starts is stopped with what this one has started. */
export async function loadBench<T>(folder: string, parts: string[]): Promise<T> {
  const load = (part: string) => {
    const file = FOLDERS.map((bench) => join(folder, bench, part)).find((path) => existsSync(path));
    if (!file) throw new Error(`${folder} has no bench with ${part}.`);
    return import(pathToFileURL(file).href);
  };
  const children: { stopChildren: typeof stopChildren } = await load('children.ts');
  stopAlso(children.stopChildren);
  return Object.assign({}, ...(await Promise.all(parts.map(load))));
}
