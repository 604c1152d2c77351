#!/usr/bin/env node
/** Runs one of the shop's own programs on the Node it pins: `node scripts/run.mjs [--built] FILE [ARGUMENTS]`. */
import { spawn } from 'node:child_process';
import { findNode, prepareOrExit } from './prepare.mjs';
import { root } from './run-step.mjs';

const needsBuild = process.argv[2] === '--built';
const [file, ...rest] = process.argv.slice(needsBuild ? 3 : 2);

await prepareOrExit(needsBuild ? {} : { only: [] });

const child = spawn(findNode() ?? process.execPath, [...(file ? [file] : []), ...rest], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
