import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ORDER = '@layer theme, base, components, utilities;';

/**
 * The first stylesheet decides the order of the layers. When React renders the whole document anew after an error, the
 * inline style comes after those of the route: without the order, `base` would win over `components` and a button lose
 * its colour.
 */
test('every stylesheet that fills a layer names the order of all of them first', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname }).filter((file) => file !== 'styles.css');
  const layered = files
    .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')])
    .filter(([, css]) => css?.includes('@layer'));
  expect(layered.length).toBeGreaterThan(1);
  for (const [file, css] of layered) expect([file, css?.trim().startsWith(ORDER)]).toEqual([file, true]);
});
