import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { openClient } from './pool/open-client.ts';

const RETRY_MS = 1_000;
/** A server that froze or is cut off says nothing, like one that has nothing to announce: it is asked this often. */
const CHECK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
const LISTEN = 'LISTEN catalogue_changed; LISTEN delivery_changed; LISTEN shop_changed; LISTEN desk_changed';
/** Every sale changes a count; pages may show it this much later. */
const SOLD_DELAY_MS = 30_000;

export type ChangeWatch = {
  /** False while changes could be missed: then nothing new may be cached. */
  isListening(): boolean;
  stop(): Promise<void>;
};

type Listeners = {
  onCatalogue(): void;
  /** Only what is counted as sold has changed, some while ago. Without it, sales are changes of the catalogue. */
  onSold?(): void;
  /** The rules of delivery, or the places that are taken on a day. */
  onDelivery(): void;
  /** Who sells. */
  onShop?(): void;
  /** What the desk shows: `order 12`, `day 2026-11-17`, `calendar`; undefined if changes may have been missed. */
  onDesk(change: string | undefined): void;
};

/**
 * Listens for changes to the catalogue, the rules of delivery, the details of the shop and what the desk shows, whichever process
 * made them. When the connection is lost it reconnects, one attempt at a time, and then calls all listeners: changes may have been missed. Sales are
 * collected for a while first: on a busy day each of them would otherwise have every page drawn anew.
 */
export async function watchChanges(
  connectionString: string,
  { onCatalogue, onSold, onDelivery, onShop, onDesk }: Listeners,
  log: FastifyBaseLogger,
  { soldDelayMs = SOLD_DELAY_MS, checkEveryMs = CHECK_EVERY_MS } = {},
): Promise<ChangeWatch> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soldTimer: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;
  let stopped = false;

  const announceSales = () => {
    soldTimer = undefined;
    if (!stopped) (onSold ?? onCatalogue)();
  };

  const listen = async () => {
    const next = await openClient({ connectionString, application_name: 'marigold-lane watch' });
    next.on('notification', ({ channel, payload }) => {
      if (channel === 'delivery_changed') {
        onDelivery();
        // Places are taken by orders, which announce themselves.
        if (payload !== 'places') onDesk('calendar');
      } else if (channel === 'shop_changed') onShop?.();
      else if (channel === 'desk_changed') onDesk(payload);
      else if (payload === 'sold') soldTimer ??= setTimeout(announceSales, soldDelayMs).unref();
      else onCatalogue();
    });
    next.on('error', ({ message }) => log.warn(`Lost sight of changes: ${message}`));
    try {
      await next.query({ text: LISTEN, query_timeout: ANSWER_WITHIN_MS } as pg.QueryConfig);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    checking = setInterval(() => {
      requireAnnouncing(next).catch(({ message }) => {
        log.warn(`Lost sight of changes: ${message}`);
        // While a statement has no answer this cuts the connection, and waits for nothing.
        next.end().catch(() => {});
      });
    }, checkEveryMs).unref();
    next.once('end', () => {
      clearInterval(checking);
      client = undefined;
      reconnectLater();
    });
    client = next;
    onCatalogue();
    onDelivery();
    onShop?.();
    onDesk(undefined);
    if (stopped) await next.end();
  };

  const reconnectLater = () => {
    if (stopped) return;
    timer = setTimeout(() => listen().catch(reconnectLater), RETRY_MS);
    timer.unref();
  };

  await listen();
  return {
    isListening: () => client !== undefined,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(soldTimer);
      clearInterval(checking);
      await client?.end();
    },
  };
}

/** Throws if nothing can be heard on this connection any more. */
async function requireAnnouncing(client: pg.Client): Promise<void> {
  const check = { text: 'select pg_is_in_recovery() as "isStandby"', query_timeout: ANSWER_WITHIN_MS };
  const { rows } = await client.query<{ isStandby: boolean }>(check);
  if (rows[0]?.isStandby) throw new Error('the server became a standby, which announces nothing');
}
