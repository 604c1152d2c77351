import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

// A shop of the journeys lives as long as this process's input is open: whoever started it may close that, or die in
// whatever way. Then the shop is closed and its data thrown away. Until then it can be told to `kill` the shop, with
// all that belongs to it and without warning, and to `open` it again on the same data.

const CLOSES_WITHIN_MS = 20_000;

const dataDir = process.env.JOURNEYS_DATA_DIR ?? '';
let isClosing = false;
let shop = open();

function open(): ChildProcess {
  const opened = spawn(process.execPath, ['server/src/main.ts'], {
    // A developer's own settings are none of the journeys' business.
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
    // A group of its own, so that it can be killed together with its database.
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

const orders = createInterface({ input: process.stdin });
orders.on('line', (order) => {
  if (order === 'kill') kill();
  if (order === 'open') shop = open();
});
orders.on('close', close);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
