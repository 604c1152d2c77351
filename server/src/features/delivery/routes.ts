import type { FastifyPluginAsync } from 'fastify';
import { deliveryCalls } from '#contract/calls/delivery.ts';
import { nextDelivery } from '#contract/delivery.ts';
import { isDefault } from '#contract/delivery-rules.ts';
import type { Deps } from '#server/deps.ts';
import { serveOpen } from '#server/platform/http/serve-call.ts';
import { listDays } from './list-days.ts';

export const deliveryRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveOpen(app);
    serve(deliveryCalls.findNext, async (_request, reply) => {
      const { rules, now } = deps.delivery.terms();
      const { day, orderBy, cutOffPassed } = nextDelivery(now, rules);
      reply.header('cache-control', 'no-store');
      return {
        now: now.toISOString(),
        day,
        order_by: orderBy.toISOString(),
        cut_off_passed: cutOffPassed,
        ...(!isDefault(rules) && { rules }),
      };
    });
    serve(deliveryCalls.listDays, async ({ query }, reply) => {
      reply.header('cache-control', 'no-store');
      return listDays(deps, query);
    });
  };
