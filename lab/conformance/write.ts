import { writeFile } from 'node:fs/promises';
import { DEMANDS } from './demands.ts';
import { drawPage } from './draw-page.ts';
import { isShown } from './read-run.ts';
import { listShowing } from './tagged-tests.ts';

const unshown = DEMANDS.flatMap((demand) => {
  const tests = listShowing(demand);
  if (tests.length === 0) return [`${demand.id}: no test has its tag`];
  return tests
    .filter((test) => !isShown(test))
    .map(({ file, title }) => `${demand.id}: did not run and pass: ${file}: ${title}`);
});
if (unshown.length > 0) {
  console.error(`${unshown.join('\n')}\nThe page is left as it was. A whole run shows all: npm run test:all.`);
  process.exitCode = 1;
} else {
  await writeFile(new URL('../../docs/conformance.md', import.meta.url), drawPage());
  console.log(`Every test of ${DEMANDS.length} demands ran and passed; docs/conformance.md names them.`);
}
