import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { stopChildren } from './children.ts';
import { stopAlso } from './children.ts';

/** The parts of another checkout's bench, which knows the tables of its shop. What it starts is stopped with what this one has started. */
export async function loadBench<T>(folder: string, parts: string[]): Promise<T> {
  const load = (part: string) => import(pathToFileURL(join(folder, 'bench', part)).href);
  const children: { stopChildren: typeof stopChildren } = await load('children.ts');
  stopAlso(children.stopChildren);
  return Object.assign({}, ...(await Promise.all(parts.map(load))));
}
