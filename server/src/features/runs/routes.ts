import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { runCalls } from '#contract/calls/runs.ts';
import { Press } from '#contract/driver-runs.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { toFields } from '#server/platform/http/to-fields.ts';
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

type ReceivePhoto = (
  deps: Deps,
  request: FastifyRequest,
  staffId: number,
) => Promise<{ fields: Record<string, unknown>; photo: Buffer | null }>;

/** Runs and their stops. Photos are received as those of claims, which stand to the right of this feature. */
export const runRoutes =
  (deps: Deps, receivePhoto: ReceivePhoto): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(runCalls.list, ({ query }) => listDeliveries(deps, query.day));
    serve(runCalls.make, ({ colleague, body }) => makeRun(deps, colleague, body));
    serve(runCalls.change, ({ colleague, params, body }) => changeRun(deps, colleague, params.runId, body));
    serve(runCalls.remove, ({ colleague, params }) => removeRun(deps, colleague, params.runId));
    serve(runCalls.putOn, ({ colleague, params, body }) => putOnRun(deps, colleague, params.runId, body));
    serve(runCalls.sort, ({ colleague, params, body }) => sortStops(deps, colleague, params.runId, body));
    serve(runCalls.leave, ({ colleague, params, body }) => leaveRun(deps, colleague, params.runId, body));
    serve(runCalls.takeBack, ({ colleague, params }) => takeBackRun(deps, colleague, params.runId));
    serve(runCalls.listMine, ({ colleague, query }) => listMyRuns(deps, colleague, query.run));
    serve(runCalls.findStop, ({ colleague, params }) => findStop(deps, colleague, params.orderId));
    serve(runCalls.changeParcel, ({ colleague, params, body }) => changeParcel(deps, colleague, params.orderId, body));
    serve(runCalls.collectParcels, ({ colleague, body }) => collectParcels(deps, colleague, body));

    await app.register(pressRoutes(deps, receivePhoto));
  };

const checkAllButBody: typeof validatorCompiler = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route);

/** In a plugin of its own: it accepts forms as well. */
const pressRoutes =
  (deps: Deps, receivePhoto: ReceivePhoto): FastifyPluginAsync =>
  async (app) => {
    app.setValidatorCompiler(checkAllButBody);
    await app.register(multipart, { throwFileSizeLimit: false });
    serveAtDesk(app, deps)(runCalls.recordPress, async (request) => {
      const { colleague, params, headers } = request;
      return recordPress(deps, colleague, params.orderId, headers['idempotency-key'], async () => {
        if (!request.isMultipart()) return { press: readPress(request.body), photo: null };
        const { fields, photo } = await receivePhoto(deps, request, colleague.id);
        return { press: readPress(fields), photo };
      });
    });
  };

function readPress(sent: unknown): Press {
  const { data, error } = Press.safeParse(sent ?? {});
  // `toFields` is typed for Fastify's issues, which Zod made.
  if (error) throw new Invalid(toFields(error.issues as Parameters<typeof toFields>[0]));
  return data;
}
