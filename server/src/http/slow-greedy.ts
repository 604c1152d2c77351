import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

/**
 * In any second, of one sender. Nobody who presses buttons asks or is refused as often, nor does an office: what is cached for everyone
 * does not come here.
 */
const LIMITS = { refusals: 20, answers: 100, ofNetwork: 400 };
const SLOWLY_MS = 500;
/** Shorter than the timeout of our pages. */
const LONGEST_MS = 5_000;

/**
 * Each answer costs a little of the thread that answers everybody, and so does refusing. Who asks more often than people do has further
 * answers one by one, so that a hundred connections are answered a hundred times in a second and not as often as the thread can.
 */
export function slowGreedy(app: FastifyInstance, limits = LIMITS): void {
  const refused = new LRUCache<string, number>({ max: 5_000, ttl: 1_000 });
  /** When the next is due, of each sender and of each network. */
  const due = new LRUCache<string, number>({ max: 10_000 });

  const waitOfRefusal = (key: string): number => {
    const count = (refused.get(key) ?? 0) + 1;
    refused.set(key, count, { noUpdateTTL: true });
    return count > limits.refusals ? SLOWLY_MS : 0;
  };
  /** Those of a second may come at once. */
  const waitOfAnswer = (key: string, perSecond: number): number => {
    const now = performance.now();
    const at = Math.min(now + LONGEST_MS, Math.max(due.get(key) ?? 0, now - 1_000) + 1_000 / perSecond);
    due.set(key, at);
    return at - now;
  };

  app.addHook('onSend', ({ current }, reply, payload, done) => {
    const sender = current?.sender;
    // An address that stands for many people has no group, nor have colleagues.
    if (!sender?.group) return done(null, payload);
    const ms = Math.max(
      reply.statusCode < 400 ? 0 : waitOfRefusal(sender.key),
      waitOfAnswer(sender.key, limits.answers),
      waitOfAnswer(`all ${sender.group.key}`, limits.ofNetwork),
    );
    if (ms <= 0) return done(null, payload);
    if (current) current.heldMs = ms;
    setTimeout(done, ms, null, payload);
  });
}
