import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { nextDelivery } from '#contract/delivery.ts';
import { DeliveryAnswer } from '#contract/delivery-answer.ts';
import type { Deps } from '../deps.ts';

export const deliveryRoutes =
  ({ clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/delivery/',
      {
        schema: { tags: ['Delivery'], summary: 'The next delivery we can promise', response: { 200: DeliveryAnswer } },
      },
      async (_request, reply) => {
        const now = clock.now();
        const { day, orderBy, cutOffPassed } = nextDelivery(now);
        return reply
          .header('cache-control', 'no-store')
          .send({ now: now.toISOString(), day, order_by: orderBy.toISOString(), cut_off_passed: cutOffPassed });
      },
    );
  };
