import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type FastifyPluginAsyncZod, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BadInput, Detail } from '#contract/errors.ts';
import { IdempotencyKey, OrderParams } from '#contract/orders.ts';
import {
  ChangeParcel,
  ChangeRun,
  CollectParcels,
  Deliveries,
  DeliveriesQuery,
  LeaveRun,
  MakeRun,
  MyRuns,
  MyRunsQuery,
  Parcel,
  Press,
  PressedStop,
  PutOnRun,
  Run,
  RunParams,
  SortStops,
  StopOfRun,
} from '#contract/runs.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { toFields } from '../http/to-fields.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { changeParcel, collectParcels } from './carry-parcels.ts';
import { changeRun } from './change-run.ts';
import { findStop } from './find-stop.ts';
import { leaveRun } from './leave-run.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listMyRuns } from './list-my-runs.ts';
import { makeRun } from './make-run.ts';
import { putOnRun } from './put-on-run.ts';
import { recordPress } from './record-press.ts';
import { removeRun } from './remove-run.ts';
import { sortStops } from './sort-stops.ts';
import { takeBackRun } from './take-back-run.ts';

const shared = { tags: ['Desk: deliveries'], ...AT_DESK };
const REFUSED = { 400: BadInput, 401: Detail, 403: Detail, 404: Detail, 409: Detail };

type ReceivePhoto = (
  deps: Deps,
  request: FastifyRequest,
  staffId: number,
) => Promise<{ fields: Record<string, unknown>; photo: Buffer | null }>;

/** Runs and their stops. Photos are received as those of claims, which stand to the right of this feature. */
export const runRoutes =
  (deps: Deps, receivePhoto: ReceivePhoto): FastifyPluginAsyncZod =>
  async (app) => {
    const plans = atDesk(deps, 'plan runs');
    const delivers = atDesk(deps, 'deliver');

    app.get(
      '/api/desk/deliveries/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: 'What leaves on a day: runs, stops and parcels',
          querystring: DeliveriesQuery,
          response: { 200: Deliveries, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listDeliveries(deps, query.day),
    );

    app.post(
      '/api/desk/runs/',
      {
        onRequest: plans,
        schema: { ...shared, summary: 'Make a run', body: MakeRun, response: { 200: Run, ...REFUSED } },
      },
      async ({ colleague, body }) => makeRun(deps, colleague, body),
    );

    app.patch(
      '/api/desk/runs/:runId/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: 'Give a run a driver, or another time',
          params: RunParams,
          body: ChangeRun,
          response: { 200: Run, ...REFUSED },
        },
      },
      async ({ colleague, params, body }) => changeRun(deps, colleague, params.runId, body),
    );

    app.delete(
      '/api/desk/runs/:runId/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: 'Remove a run; its stops are on none then',
          params: RunParams,
          response: { 204: z.undefined(), 401: Detail, 403: Detail, 404: Detail, 409: Detail },
        },
      },
      async ({ colleague, params }, reply) => {
        await removeRun(deps, colleague, params.runId);
        return reply.code(204).send();
      },
    );

    app.post(
      '/api/desk/runs/:runId/stops/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: 'Put orders or districts on a run',
          params: RunParams,
          body: PutOnRun,
          response: { 200: Run, ...REFUSED },
        },
      },
      async ({ colleague, params, body }) => putOnRun(deps, colleague, params.runId, body),
    );

    app.put(
      '/api/desk/runs/:runId/stops/',
      {
        onRequest: delivers,
        schema: {
          ...shared,
          summary: 'Sort the stops of a run; a driver those of the own run',
          params: RunParams,
          body: SortStops,
          response: { 200: Run, ...REFUSED },
        },
      },
      async ({ colleague, params, body }) => sortStops(deps, colleague, params.runId, body),
    );

    app.post(
      '/api/desk/runs/:runId/leave/',
      {
        onRequest: delivers,
        schema: {
          ...shared,
          summary: 'The run leaves: what is tied is out, and the buyers are told',
          params: RunParams,
          body: LeaveRun,
          response: { 200: Run, ...REFUSED },
        },
      },
      async ({ colleague, params, body }) => leaveRun(deps, colleague, params.runId, body),
    );

    app.post(
      '/api/desk/runs/:runId/take-back/',
      {
        onRequest: delivers,
        schema: {
          ...shared,
          summary: 'The run has not left after all: within a minute, before the buyers are told',
          params: RunParams,
          response: { 200: Run, ...REFUSED },
        },
      },
      async ({ colleague, params }) => takeBackRun(deps, colleague, params.runId),
    );

    app.get(
      '/api/desk/my-runs/',
      {
        onRequest: delivers,
        schema: {
          ...shared,
          summary: "One's own runs of today, with all that a driver needs",
          querystring: MyRunsQuery,
          response: { 200: MyRuns, 400: BadInput, 401: Detail, 403: Detail, 404: Detail },
        },
      },
      async ({ colleague, query }) => listMyRuns(deps, colleague, query.run),
    );

    app.get(
      '/api/desk/stops/:orderId/',
      {
        onRequest: delivers,
        schema: {
          ...shared,
          summary: 'One stop of a run; for a driver, of the own run of today',
          params: OrderParams,
          response: { 200: StopOfRun, 401: Detail, 403: Detail, 404: Detail },
        },
      },
      async ({ colleague, params }) => findStop(deps, colleague, params.orderId),
    );

    app.patch(
      '/api/desk/parcels/:orderId/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: "Write down the carrier's number of a parcel",
          params: OrderParams,
          body: ChangeParcel,
          response: { 200: Parcel, ...REFUSED },
        },
      },
      async ({ colleague, params, body }) => changeParcel(deps, colleague, params.orderId, body),
    );

    app.post(
      '/api/desk/parcels/collected/',
      {
        onRequest: plans,
        schema: {
          ...shared,
          summary: 'The carrier has collected what is tied for a day',
          body: CollectParcels,
          response: { 200: Parcel.array(), 400: BadInput, 401: Detail, 403: Detail, 409: Detail },
        },
      },
      async ({ colleague, body }) => collectParcels(deps, colleague, body),
    );

    await app.register(pressRoutes(deps, receivePhoto));
  };

const checkAllButBody: typeof validatorCompiler = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route);

/** In a plugin of its own: it accepts forms as well. */
const pressRoutes =
  (deps: Deps, receivePhoto: ReceivePhoto): FastifyPluginAsyncZod =>
  async (app) => {
    app.setValidatorCompiler(checkAllButBody);
    await app.register(multipart, { throwFileSizeLimit: false });

    app.post(
      '/api/desk/stops/:orderId/outcome/',
      {
        onRequest: atDesk(deps, 'deliver'),
        schema: {
          ...shared,
          summary: 'How a try to deliver ended',
          description:
            'As JSON, or with a photo as a form (multipart/form-data) with the same fields and `photo`. The same press, come again with its key, does nothing more.',
          params: OrderParams,
          headers: IdempotencyKey,
          body: Press,
          response: { 200: PressedStop, ...REFUSED, 413: BadInput },
        },
      },
      async (request) => {
        const { colleague, params, headers } = request;
        return recordPress(deps, colleague, params.orderId, headers['idempotency-key'], async () => {
          if (!request.isMultipart()) return { press: readPress(request.body), photo: null };
          const { fields, photo } = await receivePhoto(deps, request, colleague.id);
          return { press: readPress(fields), photo };
        });
      },
    );
  };

function readPress(sent: unknown): Press {
  const { data, error } = Press.safeParse(sent ?? {});
  // `toFields` is typed for Fastify's issues, which Zod made.
  if (error) throw new Invalid(toFields(error.issues as Parameters<typeof toFields>[0]));
  return data;
}
