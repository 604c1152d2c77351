import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

/** In any second, of one sender. Nobody who presses buttons is refused as often, nor is an office. */
const MOST_PER_SECOND = 20;
const SLOWLY_MS = 500;

/**
 * Refusing costs a little of the thread that answers everybody. Who is refused more often than people are gets further refusals
 * half a second later, so that a hundred connections are refused two hundred times in a second and not as often as the thread can.
 */
export function slowRefusals(app: FastifyInstance, { most = MOST_PER_SECOND, ms = SLOWLY_MS } = {}): void {
  const refused = new LRUCache<string, number>({ max: 5_000, ttl: 1_000 });
  app.addHook('onSend', ({ current }, reply, payload, done) => {
    const sender = current?.sender;
    // An address that stands for many people has no group.
    if (reply.statusCode < 400 || !sender?.group) return done(null, payload);
    const count = (refused.get(sender.key) ?? 0) + 1;
    refused.set(sender.key, count, { noUpdateTTL: true });
    if (count <= most) return done(null, payload);
    setTimeout(done, ms, null, payload);
  });
}
