import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { PersonalData } from '#contract/accounts.ts';
import {
  CustomerCopy,
  CustomerNote,
  CustomerParams,
  DeskCustomer,
  DeskCustomers,
  ListCustomers,
  ShowCustomer,
  StopCustomer,
  WriteCustomerNote,
} from '#contract/desk-customers.ts';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import type { PersonalDataSource } from '../accounts/personal-data.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneNow } from '../staff/done-by.ts';
import { requireConfirmed } from '../staff/require-confirmed.ts';
import { copyCustomerData } from './copy-customer-data.ts';
import { deleteCustomer } from './delete-customer.ts';
import { findCustomer } from './find-customer.ts';
import { findCustomers } from './find-customers.ts';
import { allowCustomer, stopCustomer } from './stop-customer.ts';
import { writeCustomerNote } from './write-customer-note.ts';

const shared = { tags: ['Desk: customers'], ...AT_DESK };
const one = { ...shared, params: CustomerParams };
const ADDRESS = '/api/desk/customers/:customerId/';
const refusals = { 401: Detail, 403: MayNot, 404: Detail };

/** Find, help, let go. Florists read; owners change. */
export const customerRoutes =
  (deps: Deps, sources: PersonalDataSource[]): FastifyPluginAsyncZod =>
  async (app) => {
    const mayRead = atDesk(deps, 'see customers');
    const mayChange = atDesk(deps, 'edit customers');

    app.get(
      '/api/desk/customers/',
      {
        onRequest: mayRead,
        schema: {
          ...shared,
          summary: 'Find customers',
          querystring: ListCustomers,
          response: { 200: DeskCustomers, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => findCustomers(deps, query),
    );

    app.get(
      ADDRESS,
      {
        onRequest: mayRead,
        schema: {
          ...one,
          summary: 'A customer, with a page of orders',
          querystring: ShowCustomer,
          response: { 200: DeskCustomer, 400: BadInput, ...refusals },
        },
      },
      async ({ params, query }) => findCustomer(deps, params.customerId, query),
    );

    app.post(
      `${ADDRESS}notes/`,
      {
        onRequest: mayChange,
        schema: {
          ...one,
          summary: 'Write a note that the customer may read',
          body: WriteCustomerNote,
          response: { 201: CustomerNote, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, params, body }, reply) =>
        reply.code(201).send(await writeCustomerNote(deps, doneNow(deps, colleague), params.customerId, body.text)),
    );

    app.put(
      `${ADDRESS}stop/`,
      {
        onRequest: mayChange,
        schema: {
          ...one,
          summary: 'Stop orders from an account, with a reason that the person reads',
          body: StopCustomer,
          response: { 200: DeskCustomer, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, params, body }) => {
        await stopCustomer(deps, doneNow(deps, colleague), params.customerId, body.reason);
        return findCustomer(deps, params.customerId);
      },
    );

    app.delete(
      `${ADDRESS}stop/`,
      {
        onRequest: mayChange,
        schema: { ...one, summary: 'Allow orders again', response: { 200: DeskCustomer, ...refusals } },
      },
      async ({ colleague, params }) => {
        await allowCustomer(deps, doneNow(deps, colleague), params.customerId);
        return findCustomer(deps, params.customerId);
      },
    );

    app.post(
      `${ADDRESS}copies/`,
      {
        onRequest: mayChange,
        schema: {
          ...one,
          summary: 'Where a copy of their data can be had, once a passkey has confirmed who asks',
          response: { 200: CustomerCopy, ...refusals },
        },
      },
      async ({ colleague, params }) => {
        requireConfirmed(deps, colleague);
        await findCustomer(deps, params.customerId);
        return { address: `/api/desk/customers/${params.customerId}/copy/` };
      },
    );

    app.get(
      `${ADDRESS}copy/`,
      {
        onRequest: mayChange,
        schema: {
          ...one,
          summary: 'Everything the shop holds about a customer',
          response: { 200: PersonalData, ...refusals },
        },
      },
      async ({ colleague, params }, reply) => {
        requireConfirmed(deps, colleague);
        reply.header('content-disposition', `attachment; filename="marigold-lane-data-of-${params.customerId}.json"`);
        return copyCustomerData(deps, sources, doneNow(deps, colleague), params.customerId);
      },
    );

    app.post(
      `${ADDRESS}delete/`,
      {
        onRequest: mayChange,
        schema: {
          ...one,
          summary: 'Delete a customer who asked to leave',
          response: { 204: z.undefined(), ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params }, reply) => {
        requireConfirmed(deps, colleague);
        await deleteCustomer(deps, sources, doneNow(deps, colleague), params.customerId);
        return reply.code(204).send();
      },
    );
  };
