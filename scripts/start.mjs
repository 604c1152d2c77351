#!/usr/bin/env node
/** `npm start`: from a fresh clone, or from yesterday's, to an open shop. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

/** What counts as the same press of Ctrl-C: the terminal sends it to everyone, and npm passes it on once more. */
const ONE_PRESS_MS = 1000;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The shop needs Node 20.19 or newer to start; this is ${process.version}. See https://nodejs.org.`);
  process.exit(1);
}

// Loaded only now: an older Node could not even read it.
const { findNode, prepareOrExit } = await import('./prepare.mjs');
const { root } = await import('./run-step.mjs');

await prepareOrExit();

// By its full name: a shell that found the machine's `node` before the install would not look for another.
// A small young generation and one arena: the shop's own heap is some 20 MB, and V8 and malloc would keep five times that.
const THRIFT = ['--max-semi-space-size=2'];
const server = spawn(findNode() ?? process.execPath, [...THRIFT, join(root, 'server', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache'),
    ...process.env,
  },
});

/** @type {number | undefined} */
let signalledAt;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (signalledAt === undefined) server.kill(signal);
    else if (Date.now() - signalledAt > ONE_PRESS_MS) server.kill('SIGKILL');
    signalledAt ??= Date.now();
  });
}

// An npm that is killed outright takes nothing with it: its absence tells, and the shop closes in order.
const parent = process.ppid;
const closeWithNpm = () => process.ppid !== parent && server.kill('SIGTERM');
if (process.env.npm_lifecycle_event) setInterval(closeWithNpm, 1000).unref();

server.once('error', (error) => {
  console.error(`The shop could not be started: ${error.message}.`);
  process.exitCode = 1;
});
server.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
  // The signals' handlers would keep an idle process alive.
  process.exit();
});
