import { expect, test } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

const PAGE = `<head><link rel="modulepreload" href="/assets/a.js"/></head><body><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/$&.js";
  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.js");</script></body>`;

test('fetches nothing until it is told to, and then all of it', () => {
  const page = deferScripts(PAGE);
  expect(page).not.toContain('<link rel="modulepreload"');
  expect(page).not.toContain('type="module"');
  for (const name of ['a', 'manifest', 'root', '$&', 'entry']) expect(page).toContain(`"/assets/${name}.js"`);
});

test('leaves a page without scripts alone', () => {
  expect(deferScripts('<p>Plain</p>')).toBe('<p>Plain</p>');
});

test('refuses to guess when the router writes its scripts differently', () => {
  expect(() => deferScripts('<script type="module" async="">import "/x.js"</script>')).toThrow('defer-scripts.ts');
});
