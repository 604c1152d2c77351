import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The shop of the journeys lives as long as this process's input is open: whoever started it may close that, or die in
// whatever way. Then the shop is closed and its data thrown away.

const CLOSES_WITHIN_MS = 20_000;

const dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-journeys-'));
const shop = spawn(process.execPath, ['server/src/main.ts'], {
  // A developer's own settings are none of the journeys' business.
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: '', TRUST_PROXY: '' },
  stdio: ['ignore', 'inherit', 'inherit'],
});

const close = () => {
  shop.kill('SIGTERM');
  setTimeout(() => shop.kill('SIGKILL'), CLOSES_WITHIN_MS).unref();
};
process.stdin.on('end', close).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);

shop.once('exit', async (code) => {
  await rm(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
