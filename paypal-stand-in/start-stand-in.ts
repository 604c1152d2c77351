import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerWebhook } from './control/handle-control-call.ts';
import { makeListener } from './http/serve.ts';
import { type Settings, withDefaults } from './settings.ts';
import { settleDue } from './settle-due.ts';
import type { StandIn } from './stand-in.ts';
import { openStore } from './store/open-store.ts';
import { openSigningKey } from './webhooks/signing-key.ts';
import { startWebhookSender } from './webhooks/webhook-sender.ts';

export type Running = { url: string; close(): Promise<void> };

const HOST = '127.0.0.1';
const TICK_MS = 500;

/** Opens the store and listens, on this machine only. Events and pending captures of earlier starts go on. */
export async function startStandIn(given: Partial<Settings> = {}): Promise<Running> {
  const settings = withDefaults(given);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, HOST, resolve);
  });
  const url = settings.url ?? `http://${HOST}:${(server.address() as AddressInfo).port}`;
  try {
    const standIn: StandIn = {
      settings,
      store: openStore(settings.data),
      key: openSigningKey(settings.data),
      webhookSender: startWebhookSender(() => standIn),
      url,
    };
    registerWebhook(standIn);
    server.on('request', makeListener(standIn));
    const tick = setInterval(() => {
      settleDue(standIn);
      standIn.webhookSender.wake();
    }, TICK_MS);
    return {
      url,
      async close() {
        clearInterval(tick);
        await standIn.webhookSender.stop();
        await new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        });
        standIn.store.close();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}
