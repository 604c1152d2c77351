import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { nextDelivery } from '#contract/delivery.ts';
import { DeliveryAnswer, DeliveryDay, ListDays } from '#contract/delivery-answer.ts';
import { isDefault } from '#contract/delivery-rules.ts';
import { BadInput } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { listDays } from './list-days.ts';

const tags = ['Delivery'];

export const deliveryRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/delivery/',
      { schema: { tags, summary: 'The next delivery we can promise', response: { 200: DeliveryAnswer } } },
      async (_request, reply) => {
        const { rules, now } = deps.delivery.terms();
        const { day, orderBy, cutOffPassed } = nextDelivery(now, rules);
        return reply.header('cache-control', 'no-store').send({
          now: now.toISOString(),
          day,
          order_by: orderBy.toISOString(),
          cut_off_passed: cutOffPassed,
          ...(!isDefault(rules) && { rules }),
        });
      },
    );

    app.get(
      '/api/delivery/days/',
      {
        schema: {
          tags,
          summary: 'The days that can be chosen, and those that cannot, with the reason',
          querystring: ListDays,
          response: { 200: DeliveryDay.array(), 400: BadInput },
        },
      },
      async ({ query }, reply) => reply.header('cache-control', 'no-store').send(listDays(deps, query)),
    );
  };
