import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../bench/shop.ts';

const SOURCES = join(ROOT, 'server', 'src');
const POINT = /\bdeps\.at\('([^']+)'\)/g;

/** Every named point at which the shop may be torn apart, read from its source so that none can be forgotten. */
export function listCrashPoints(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const points = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(POINT)].map(([, point]) => point as string),
  );
  return [...new Set(points)];
}
