import type { FastifyPluginAsync } from 'fastify';
import { customerCalls } from '#contract/calls/desk-customers.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { copyCustomerData } from './copy-customer-data.ts';
import { deleteCustomer } from './delete-customer.ts';
import { findCustomer } from './find-customer.ts';
import { findCustomers } from './find-customers.ts';
import { allowCustomer, stopCustomer } from './stop-customer.ts';
import { writeCustomerNote } from './write-customer-note.ts';

/** Find, help, let go. Florists read; owners change. */
export const customerRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(customerCalls.list, ({ query }) => findCustomers(deps, query));
    serve(customerCalls.find, ({ params, query }) => findCustomer(deps, params.customerId, query));
    serve(customerCalls.writeNote, ({ colleague, params, body }) =>
      writeCustomerNote(deps, doneNow(deps, colleague), params.customerId, body.text),
    );
    serve(customerCalls.stop, async ({ colleague, params, body }) => {
      await stopCustomer(deps, doneNow(deps, colleague), params.customerId, body.reason);
      return findCustomer(deps, params.customerId);
    });
    serve(customerCalls.allow, async ({ colleague, params }) => {
      await allowCustomer(deps, doneNow(deps, colleague), params.customerId);
      return findCustomer(deps, params.customerId);
    });
    serve(customerCalls.offerCopy, async ({ params }) => {
      await findCustomer(deps, params.customerId);
      return { address: `/api/desk/customers/${params.customerId}/copy/` };
    });
    serve(customerCalls.copy, async ({ colleague, params }, reply) => {
      reply.header('content-disposition', `attachment; filename="marigold-lane-data-of-${params.customerId}.json"`);
      return copyCustomerData(deps, sources, doneNow(deps, colleague), params.customerId);
    });
    serve(customerCalls.delete, ({ colleague, params }) =>
      deleteCustomer(deps, sources, doneNow(deps, colleague), params.customerId),
    );
  };
