import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';

/** Every named point at which the shop can be made to crash, read from its source so that none is left out. */
export function listFaultPoints(): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  return [...new Set([...source.matchAll(/\bdeps\.faultPoint\('([^']+)'\)/g)].map(([, point]) => point as string))];
}
