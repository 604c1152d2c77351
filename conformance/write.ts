import { writeFile } from 'node:fs/promises';
import { drawPage } from './draw-page.ts';
import { PARTS } from './parts.ts';

const page = new URL('../docs/conformance.md', import.meta.url);
await writeFile(page, drawPage(PARTS));
console.log(`Wrote ${PARTS.flatMap(({ demands }) => demands).length} demands to docs/conformance.md.`);
