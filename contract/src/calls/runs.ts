import { IdempotencyKey } from '../cart.ts';
import { MyRuns, MyRunsQuery, Press, PressedStop, StopOfRun } from '../driver-runs.ts';
import { BadInput } from '../errors.ts';
import { OrderParams } from '../orders.ts';
import {
  ChangeParcel,
  ChangeRun,
  CollectParcels,
  Deliveries,
  DeliveriesQuery,
  LeaveRun,
  MakeRun,
  Parcel,
  PutOnRun,
  Run,
  RunParams,
  SortStops,
} from '../runs.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: deliveries'], may: 'plan runs' });

/** Runs and their stops. */
export const runCalls = {
  list: call('GET', '/api/desk/deliveries/', {
    summary: 'What leaves on a day: runs, stops and parcels',
    query: DeliveriesQuery,
    answer: Deliveries,
  }),
  make: call('POST', '/api/desk/runs/', {
    summary: 'Make a run',
    body: MakeRun,
    answer: Run,
    refuses: [404, 409],
  }),
  change: call('PATCH', '/api/desk/runs/:runId/', {
    summary: 'Give a run a driver, or another time',
    params: RunParams,
    body: ChangeRun,
    answer: Run,
    refuses: [404, 409],
  }),
  remove: call('DELETE', '/api/desk/runs/:runId/', {
    summary: 'Remove a run; its stops are on none then',
    params: RunParams,
    refuses: [404, 409],
  }),
  putOn: call('POST', '/api/desk/runs/:runId/stops/', {
    summary: 'Put orders or districts on a run',
    params: RunParams,
    body: PutOnRun,
    answer: Run,
    refuses: [404, 409],
  }),
  sort: call('PUT', '/api/desk/runs/:runId/stops/', {
    may: 'deliver',
    summary: 'Sort the stops of a run; a driver those of the own run',
    params: RunParams,
    body: SortStops,
    answer: Run,
    refuses: [404, 409],
  }),
  leave: call('POST', '/api/desk/runs/:runId/leave/', {
    may: 'deliver',
    summary: 'The run leaves: what is tied is out, and the buyers are told',
    params: RunParams,
    body: LeaveRun,
    answer: Run,
    refuses: [404, 409],
  }),
  takeBack: call('POST', '/api/desk/runs/:runId/take-back/', {
    may: 'deliver',
    summary: 'The run has not left after all: within a minute, before the buyers are told',
    params: RunParams,
    answer: Run,
    refuses: [400, 404, 409],
  }),
  listMine: call('GET', '/api/desk/my-runs/', {
    may: 'deliver',
    summary: "One's own runs of today, with all that a driver needs",
    query: MyRunsQuery,
    answer: MyRuns,
    refuses: [404],
  }),
  findStop: call('GET', '/api/desk/stops/:orderId/', {
    may: 'deliver',
    summary: 'One stop of a run; for a driver, of the own run of today',
    params: OrderParams,
    answer: StopOfRun,
    refuses: [404],
  }),
  changeParcel: call('PATCH', '/api/desk/parcels/:orderId/', {
    summary: "Write down the carrier's number of a parcel",
    params: OrderParams,
    body: ChangeParcel,
    answer: Parcel,
    refuses: [404, 409],
  }),
  collectParcels: call('POST', '/api/desk/parcels/collected/', {
    summary: 'The carrier has collected what is tied for a day',
    body: CollectParcels,
    answer: Parcel.array(),
    refuses: [409],
  }),
  recordPress: call('POST', '/api/desk/stops/:orderId/outcome/', {
    may: 'deliver',
    summary: 'How a try to deliver ended',
    description:
      'As JSON, or with a photo as a form (multipart/form-data) with the same fields and `photo`. The same press, come again with its key, does nothing more.',
    params: OrderParams,
    headers: IdempotencyKey,
    body: Press,
    answer: PressedStop,
    refuses: [404, 409],
    refusals: { 413: BadInput },
  }),
};
