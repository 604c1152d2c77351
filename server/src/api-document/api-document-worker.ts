/** Writes the document of the API in a thread of its own; api-texts.ts starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createDeps } from '#server/create-deps.ts';
import { connect } from '#server/platform/database/connect.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { createLog } from '#server/platform/watch/create-log.ts';
import { writeTextsHere } from './api-texts.ts';

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing';

/** The whole shop, which answers nobody: only its routes are read. */
async function openNowhere(config: Config) {
  const secrets = deriveSecrets('of a shop that answers nobody');
  const app = await buildApp(
    createDeps(config, connect(NOWHERE), { log: createLog('silent', { write() {} }), secrets }),
  );
  await app.ready();
  return app;
}

parentPort?.postMessage(await writeTextsHere(await openNowhere(workerData as Config)));
