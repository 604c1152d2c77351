import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { readConfig } from '#server/config.ts';
import { outboxKey, outboxPath } from '#server/platform/mail/outbox/outbox-link.ts';
import { outboxRoutes } from '#server/platform/mail/outbox/routes.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';

/** Serves the outbox of a shop behind a proxy, which has no such page itself. Returns the link to it. */
export async function openOutbox(dataDir: string, publicUrl = ''): Promise<{ link: string; close(): Promise<void> }> {
  const secrets = deriveSecrets(randomBytes(32).toString('hex'));
  const app = Fastify();
  await app.register(outboxRoutes({ config: readConfig({ DATA_DIR: dataDir, PUBLIC_URL: publicUrl }), secrets }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { link: `http://127.0.0.1:${port}${outboxPath(outboxKey(secrets))}`, close: () => app.close() };
}
