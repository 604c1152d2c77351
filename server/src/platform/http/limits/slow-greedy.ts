import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CachedResponse } from '../cache/cached-response.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits, before something cached is sent by other ways than Fastify's, until it is the turn of whoever asked. */
    holdGreedy(
      request: Pick<FastifyRequest, 'current'>,
      cached: Pick<CachedResponse, 'status' | 'body'>,
    ): Promise<void>;
  }
}

/** In any second, of one sender. Nobody who presses buttons asks or is refused as often, nor does an office. */
const LIMITS = { refusals: 20, answers: 100, ofNetwork: 400 };
/** So much of an answer is one that only has to be found, since a page has its pictures from there; and so much each megabyte of it. */
const WEIGHT_OF_CACHED = { found: 0.2, perMegabyte: 5 };
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
  const waitOfAnswer = (key: string, perSecond: number, weight: number): number => {
    const now = performance.now();
    const at = Math.min(now + LONGEST_MS, Math.max(due.get(key) ?? 0, now - 1_000) + (1_000 * weight) / perSecond);
    due.set(key, at);
    return at - now;
  };

  const findWait = ({ current }: Pick<FastifyRequest, 'current'>, status: number, weight = 1): number => {
    const sender = current?.sender;
    // An address that stands for many people has no group, nor have colleagues.
    if (!sender?.group) return 0;
    const ms = Math.max(
      0,
      status < 400 ? 0 : waitOfRefusal(sender.key),
      waitOfAnswer(sender.key, limits.answers, weight),
      waitOfAnswer(`all ${sender.group.key}`, limits.ofNetwork, weight),
    );
    if (current) current.heldMs = ms;
    return ms;
  };

  app.decorate('holdGreedy', async (request, { status, body }) => {
    const { found, perMegabyte } = WEIGHT_OF_CACHED;
    const ms = findWait(request, status, found + (body.length / 1_000_000) * perMegabyte);
    if (ms > 0) await sleep(ms);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const ms = findWait(request, reply.statusCode);
    if (ms === 0) return done(null, payload);
    setTimeout(done, ms, null, payload);
  });
}
