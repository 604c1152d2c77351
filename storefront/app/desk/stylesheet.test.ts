import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const DESK = import.meta.dirname;
const BESIDE = ['../tokens.css', '../orders/receipt.css'];

const files = readdirSync(DESK, { recursive: true }).map(String);
const read = (file: string): string => readFileSync(join(DESK, file), 'utf8');
const css = [...files.filter((file) => file.endsWith('.css')), ...BESIDE].map(read).join('\n');

describe('The stylesheet of the desk', () => {
  // A class that was renamed in one place leaves the pages of others without their layout, and nothing else fails.
  test('has every class that a page names', () => {
    const known = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
    const missing = files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...read(file).matchAll(/className="([^"]+)"/g)]
          .flatMap(([, names = '']) => names.split(/\s+/))
          .filter((name) => !known.has(name))
          .map((name) => `${file}: ${name}`),
      );
    expect(missing).toEqual([]);
  });

  test('draws a field as refused only where it is: aria-invalid may also say false', () => {
    expect(css.match(/\[aria-invalid\]/g)).toBeNull();
  });
});
