import { writeFile } from 'node:fs/promises';
import { drawPage } from './draw-page.ts';
import { findWrongNames } from './list-tests.ts';
import { PARTS } from './parts.ts';

const demands = PARTS.flatMap((part) => part.demands);
await writeFile(new URL('../../docs/conformance.md', import.meta.url), drawPage(PARTS));
console.log(`Wrote ${demands.length} demands to docs/conformance.md.`);
for (const wrong of await findWrongNames(demands)) {
  console.error(wrong);
  process.exitCode = 1;
}
