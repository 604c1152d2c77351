import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'tailwindcss';
import { beforeAll, describe, expect, test } from 'vitest';

const DESK = import.meta.dirname;
const files = readdirSync(DESK, { recursive: true }).map(String);
const read = (file: string): string => readFileSync(join(DESK, file), 'utf8');

/** Finds a stylesheet as the build does: beside the one that imports it, or among the packages. */
async function loadStylesheet(id: string, base: string) {
  const path = id.startsWith('.') ? join(base, id) : fileURLToPath(import.meta.resolve(id));
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
}

/** Names of classes in markup, as they stand there; what is put together in braces is left out. */
const namesIn = (file: string): string[] =>
  [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/)).filter(Boolean);

describe('The stylesheet of the desk', () => {
  let written: string;
  let named: Map<string, string>;
  beforeAll(async () => {
    const pages = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
    named = new Map(pages.flatMap((file) => namesIn(file).map((name) => [name, file] as const)));
    const { build } = await compile(read('desk.css'), { base: DESK, loadStylesheet });
    written = build([...named.keys()]);
  });

  // A class that was renamed in one place, or a utility that is misspelt, leaves pages without their layout, and nothing else fails.
  test('has every class that a page names', () => {
    const plain = written.replaceAll('\\', '');
    const missing = [...named].filter(([name]) => !plain.includes(`.${name}`) && !MARKS.test(name));
    expect(missing.map(([name, file]) => `${file}: ${name}`)).toEqual([]);
  });

  test('draws a field as refused only where it is: aria-invalid may also say false', () => {
    expect(written.match(/\[aria-invalid\]/g)).toBeNull();
  });
});

/** They draw nothing: what stands in them is drawn by whether it is in them. */
const MARKS = /^(group|peer)(\/[a-z-]+)?$/;
