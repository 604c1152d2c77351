import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { Storefront } from './storefront.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PICTURES = join(ROOT, 'catalogue/made');
/** Vite injects inline scripts and styles in development. */
const DEVELOPMENT_POLICY = "default-src 'self' 'unsafe-inline' data: ws:; frame-ancestors 'none'";

/** The storefront from its source, in development: Vite serves modules and reloads what changes. */
export async function loadDevStorefront(app: FastifyInstance): Promise<Storefront> {
  const serve = async (root: string) => {
    const server = { middlewareMode: true, hmr: { server: app.server } } as const;
    const vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), appType: 'custom', server });
    app.addHook('onClose', () => vite.close());
    const load = () => vite.ssrLoadModule(join(ROOT, 'storefront/app/render.ts'));
    const render: Storefront['render'] = async (request, tools) => (await load()).render(request, tools);
    return { vite, render };
  };
  const [shop, desk] = [await serve(ROOT), await serve(join(ROOT, 'storefront/app/desk'))];
  app.addHook('onRequest', (request, reply, done) => {
    const { vite } = request.raw.url?.startsWith('/@desk/') ? desk : shop;
    vite.middlewares(request.raw, reply.raw, () => done());
  });

  const made: Record<string, { id: string }> = JSON.parse(readFileSync(join(PICTURES, 'site.json'), 'utf8'));
  const ids = Object.values(made).map(({ id }) => id);
  const names = readdirSync(PICTURES).filter((name) => ids.some((id) => name.startsWith(`${id}-`)));
  return {
    render: shop.render,
    renderDesk: desk.render,
    // The router itself decides, so that a new page needs no restart.
    isPage: () => true,
    policyFor: () => DEVELOPMENT_POLICY,
    assets: new Map(),
    formerAssets: new Map(),
    pictures: new Map(names.map((name) => [name, join(PICTURES, name)])),
  };
}
