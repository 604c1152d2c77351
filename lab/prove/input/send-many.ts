import pMap from 'p-map';
import { judgeReply } from '#server/testing/hostile-input/judge-reply.ts';
import type { Document, Operation } from '#server/testing/hostile-input/read-document.ts';
import type { Random } from '#server/testing/random.ts';
import type { HttpClient, HttpRequest, Reply } from '../../rig/http-client.ts';
import type { Log } from '../proof.ts';
import type { OpenShop, TestEnvironment } from '../test-environment.ts';
import type { TestAccount } from './accounts.ts';
import { countdown, note, show, startTally, type Tally } from './tally.ts';

/** After so many requests an account is replaced: accounts fill up, and are even deleted. */
export const REPLACE_EVERY = 400;
export const AT_ONCE = 12;
/** What ends a session or an account is sent rarely, or most requests would be refused with 401. */
const ENDING = /logout|\/profile\/(delete|password|sessions)|\/desk\/(sign-out|devices|staff)/;

export type Work = {
  env: TestEnvironment;
  client: HttpClient;
  document: Document;
  operations: Operation[];
  accounts: TestAccount[];
  log: Log;
  /** Each call that was sent, with how often it was done. */
  done: Map<Operation, number>;
};

export function pick(random: Random, operations: Operation[]): Operation {
  const operation = random.oneOf(operations);
  return operation.method !== 'GET' && ENDING.test(operation.path) && random.roll() < 0.9
    ? pick(random, operations)
    : operation;
}

/** Requests to one call, made by number. */
export async function sendMany(
  work: Work,
  path: string,
  { count, shop }: { count: number; shop: OpenShop },
  make: (left: number) => Promise<HttpRequest>,
  heed?: (request: HttpRequest, reply: Reply | Error) => void,
): Promise<Tally> {
  const tally = startTally();
  const operation = work.operations.find((one) => one.path === path && one.method === 'POST') as Operation;
  const sendOne = async (left: number) => {
    const request = await make(left);
    const reply = await sendAndNote(work, tally, operation, request);
    heed?.(request, reply);
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: 4 });
  return tally;
}

export async function sendAndNote(
  { client, done }: Work,
  tally: Tally,
  operation: Operation,
  request: HttpRequest,
  sent?: string,
) {
  const reply = await client.send(request).catch((error: Error) => error);
  const wrong = reply instanceof Error ? reply.message : judgeReply(operation, reply, sent);
  note(tally, reply, wrong && `${operation.method} ${operation.path} ${wrong}`, () => show(request));
  const isDone = !(reply instanceof Error) && reply.status < 300;
  done.set(operation, (done.get(operation) ?? 0) + Number(isDone));
  return reply;
}
