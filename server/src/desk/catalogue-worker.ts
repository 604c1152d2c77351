/** Reads, compares and writes the files of the catalogue in a thread of its own; run-catalogue-worker.ts starts it. */
import { parentPort } from 'node:worker_threads';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { BadCatalogue } from '#server/features/catalogue/file/catalogue-problems.ts';
import { exportAsText } from '#server/features/catalogue/file/export-catalogue.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { CatalogueAnswer, CatalogueTask } from './catalogue-task.ts';
import { importFile } from './import-file.ts';

type Asked = { connectionString: string; task: CatalogueTask };

// What is thrown ends the thread, and whoever asked is told.
parentPort?.on('message', (asked: Asked) => void answer(asked));

async function answer({ connectionString, task }: Asked): Promise<void> {
  // No request waits for a statement here: whoever sent the file does.
  const db = connect(connectionString, () => {}, { connectMs: 5_000, statementMs: 0, silentMs: 0 });
  try {
    parentPort?.postMessage(await work({ db }, task));
  } finally {
    await db.$client.end();
  }
}

async function work(deps: Pick<Deps, 'db'>, task: CatalogueTask): Promise<CatalogueAnswer> {
  if (task.do === 'export') return { file: new TextEncoder().encode(await exportAsText(deps, task.format)) };
  try {
    return { imported: await importFile(deps, task) };
  } catch (error) {
    if (error instanceof BadCatalogue) return { problems: error.problems };
    if (error instanceof Conflict) return { conflict: error.message };
    throw error;
  }
}
