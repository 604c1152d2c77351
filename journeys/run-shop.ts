import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

// Runs a shop for the journeys until this process's stdin is closed, which happens even if the parent dies. Then the
// shop is closed and its data removed. The line `kill` on stdin kills the shop and its database at once; `open` starts
// it again on the same data.

const CLOSES_WITHIN_MS = 20_000;

const dataDir = process.env.JOURNEYS_DATA_DIR ?? '';
let isClosing = false;
let shop = open();

function open(): ChildProcess {
  const opened = spawn(process.execPath, ['server/src/main.ts'], {
    // Emptied, so that a developer's own settings have no effect.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      JWT_SECRET: '',
      SMTP_URL: '',
      PAYPAL_CLIENT_ID: '',
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_WEBHOOK_ID: '',
      PAYPAL_API_BASE: '',
      PAYPAL_STAND_IN_PORT: '',
      TRUST_PROXY: '127.0.0.1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that it can be killed together with its database.
    detached: true,
  });
  opened.once('exit', (code, signal) => {
    if (isClosing || signal !== 'SIGKILL') void leave(code ?? 1);
  });
  return opened;
}

const kill = () => {
  if (shop.pid && shop.exitCode === null && shop.signalCode === null) process.kill(-shop.pid, 'SIGKILL');
};

function close(): void {
  if (isClosing) return;
  isClosing = true;
  if (shop.exitCode !== null || shop.signalCode !== null) return void leave(0);
  shop.kill('SIGTERM');
  setTimeout(kill, CLOSES_WITHIN_MS).unref();
}

async function leave(code: number): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  process.exit(code);
}

const commands = createInterface({ input: process.stdin });
commands.on('line', (command) => {
  if (command === 'kill') kill();
  if (command === 'open') shop = open();
});
commands.on('close', close);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
