import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Bunch } from './set-bunches.ts';

const Bunches = z.array(z.object({ flower: z.string().min(1).max(100), bunch: z.int().min(1).max(1_000) }));

/** A file like catalogue/flowers.json. */
export async function readBunches(file: URL): Promise<Bunch[]> {
  return Bunches.parse(JSON.parse(await readFile(file, 'utf8')));
}
