#!/usr/bin/env node
/** `npm run dev`: the shop with hot reload. Pages change in place; a change to the server starts it again. */
import { spawn } from 'node:child_process';
import { findNode, prepareOrExit } from './prepare.mjs';
import { root } from './run-step.mjs';

await prepareOrExit({ only: ['pictures'] });

const watched = ['server/src', 'contract/src'].map((folder) => `--watch-path=${folder}`);
const server = spawn(
  findNode() ?? process.execPath,
  // One copy of React Router for Vite and for us: both must choose its development build.
  ['--conditions=development', ...watched, '--watch-preserve-output', 'server/src/main.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 0));
