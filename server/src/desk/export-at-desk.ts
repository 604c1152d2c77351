import type { Deps } from '#server/deps.ts';
import type { CatalogueFormat } from '#server/features/catalogue/file/catalogue-file.ts';
import { runCatalogueWorker } from './run-catalogue-worker.ts';

/** Every bouquet as the file that the command line writes, without pictures. */
export async function exportAtDesk(deps: Pick<Deps, 'db'>, format: CatalogueFormat): Promise<Buffer> {
  const answer = await runCatalogueWorker(deps, { do: 'export', format });
  if (!('file' in answer)) throw new Error('The thread of the catalogue answered something else.');
  return Buffer.from(answer.file.buffer, answer.file.byteOffset, answer.file.byteLength);
}
