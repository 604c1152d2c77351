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

test('fetches them after the pictures, and of a private page after its first paint', () => {
  const UNTIL_PAINTED = ['first frame', 'second frame'];
  const events = (page: string) => {
    const begun: string[] = [];
    const frames: (() => void)[] = [];
    const loaded: (() => void)[] = [];
    const loader = /<script>([\s\S]*)<\/script>/.exec(deferScripts(page))?.[1] ?? '';
    const globals = {
      window: {},
      location: {},
      document: { head: { append: () => begun.push('asked') }, createElement: () => ({}) },
      addEventListener: (kind: string, listener: () => void) => kind === 'load' && loaded.push(listener),
      requestAnimationFrame: (draw: () => void) => frames.push(draw),
      setTimeout: (act: () => void, ms = 0) => (ms > 0 ? act() : undefined),
    };
    new Function(...Object.keys(globals), loader)(...Object.values(globals));
    const draw = (name: string) => {
      begun.push(name);
      for (const act of frames.splice(0)) act();
    };
    draw('first frame');
    draw('second frame');
    begun.push('loaded');
    for (const listener of loaded) listener();
    draw('third frame');
    draw('fourth frame');
    return begun;
  };
  expect(events(PAGE)).toEqual([...UNTIL_PAINTED, 'loaded', 'third frame', 'fourth frame', 'asked']);
  expect(events(PAGE.replace('<body>', '<body><div class="private-frame"></div>'))).toEqual([
    ...UNTIL_PAINTED,
    'asked',
    'loaded',
    'third frame',
    'fourth frame',
  ]);
});

test('keeps the nonce of our scripts', () => {
  const marked = PAGE.replace('<script', '<script nonce="m1"').replace('.js"/>', '.js" nonce="m1"/>');
  expect(deferScripts(marked)).toBe(deferScripts(PAGE).replace('<script>', '<script nonce="m1">'));
});

test('holds back a form that only scripts can send, and remembers its button until they are there', () => {
  const loader = /<script>([\s\S]*)<\/script>/.exec(deferScripts(PAGE))?.[1] ?? '';
  const listeners: Record<string, (event: object) => void> = {};
  const listen = (kind: string, listener: () => void) => Object.assign(listeners, { [kind]: listener });
  const window: { earlyPress?: unknown } = {};
  new Function('window', 'location', 'addEventListener', loader)(window, {}, listen);

  const press = (method: string) => {
    const event = { target: { method }, submitter: `the button of ${method}`, held: false };
    listeners.submit?.({ ...event, preventDefault: () => Object.assign(event, { held: true }) });
    return event.held;
  };
  expect([press('get'), window.earlyPress]).toEqual([false, null]);
  expect([press('post'), window.earlyPress]).toEqual([true, 'the button of post']);
  // The page is hydrated.
  window.earlyPress = undefined;
  expect([press('post'), window.earlyPress]).toEqual([false, undefined]);
});

test('leaves a page without scripts alone', () => {
  expect(deferScripts('<p>Plain</p>')).toBe('<p>Plain</p>');
});

test('refuses to guess when the router writes its scripts differently', () => {
  expect(() => deferScripts('<script type="module" async="">import "/x.js"</script>')).toThrow('defer-scripts.ts');
});
