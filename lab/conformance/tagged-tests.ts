import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demand } from './demands.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** A test that says what it shows. In its title `%s` or `${…}` stands for what differs where it is made in a loop. */
export type TaggedTest = { file: string; title: string; tags: string[] };

/** As the formatter leaves it: the title, then `{ tags: 'G37' }`, and of a journey `{ tag: ['@core', '@G37'] }`. */
const TITLE_AND_TAGS = /(['"`])((?:(?!\1).)+)\1,\s*\{\s*tags?: (\[[^\]]*\]|'[^']+')/g;

export const SOURCES = globSync('*/**/*.test.{ts,tsx}', { cwd: ROOT, exclude: ['node_modules', 'build', 'var'] })
  .toSorted()
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

/** Every test that has tags, by its source: to ask both runners would take ten seconds. */
export const TAGGED = SOURCES.flatMap(({ file, source }) =>
  Array.from(source.matchAll(TITLE_AND_TAGS), ([, , title = '', tags = '']): TaggedTest => {
    return { file, title, tags: Array.from(tags.matchAll(/'@?([^']+)'/g), ([, tag = '']) => tag) };
  }),
);

export const listShowing = (...demands: Demand[]): TaggedTest[] =>
  TAGGED.filter(({ tags }) => demands.some(({ id }) => tags.includes(id)));
