import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../../paypal-stand-in/main.ts');
const START_TIMEOUT_MS = 10_000;

/**
 * Runs the stand-in for PayPal beside the shop, with its data in DATA_DIR. It ends with the shop, however that ends.
 */
export async function runStandIn({ dataDir, host, paypal, port }: Config): Promise<{ stop(): Promise<void> }> {
  const here = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: '',
      PAYPAL_STAND_IN_PORT: String(paypal.standInPort),
      PAYPAL_STAND_IN_DATA: join(dataDir, 'paypal-stand-in'),
      PAYPAL_STAND_IN_WEBHOOK_URL: `http://${here.includes(':') ? `[${here}]` : here}:${port}/api/payments/paypal/webhook/`,
      PAYPAL_STAND_IN_WEBHOOK_ID: paypal.webhookId,
      PAYPAL_STAND_IN_WITH_STARTER: 'yes',
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    await untilListening(child);
  } catch (error) {
    await stop();
    throw error;
  }
  // Its output is discarded from here on: a full pipe would block it.
  child.stdout?.resume();
  child.stderr?.resume();
  return { stop };
}

/** The stand-in prints one line when it listens, or one error when it cannot. */
async function untilListening(child: ChildProcess): Promise<void> {
  const errors: string[] = [];
  const started = new Promise<void>((listening, failed) => {
    child.stdout?.once('data', () => listening());
    child.stderr?.on('data', (words) => errors.push(String(words)));
    child.once('exit', () => failed(new CannotStart(errors.join('').trim() || 'The pretended PayPal ended at once.')));
    child.once('error', failed);
  });
  const timeout = new Promise<never>((_listening, failed) => {
    setTimeout(() => failed(new CannotStart('The pretended PayPal did not start in time.')), START_TIMEOUT_MS).unref();
  });
  await Promise.race([started, timeout]);
}
