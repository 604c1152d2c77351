import type { Method } from '#contract/calls/call.ts';
import type { AnswerAt, Known, Sends } from '#contract/calls.ts';
import { ApiError } from '../api/api-error.ts';
import { failureWords } from '../api/failure-words.ts';
import { send as sendToShop } from '../api/send.ts';
import { toRecord } from '../api/to-record.ts';
import { Refusal } from './desk-api.ts';

type Send = <const M extends Method, const P extends string>(
  method: M,
  path: P & Known<M, P>,
  ...body: Sends<M, P>
) => Promise<AnswerAt<M, P>>;

/**
 * Sends a press from an open page of the desk to the API; the cookie goes along by itself. Throws a Refusal, whose message is a
 * sentence to show and whose `fields` say where. Status 0: the shop could not be reached, and the press may be kept.
 */
export const send = (async (method: Method, path: string, body?: unknown): Promise<unknown> => {
  try {
    // Not parsed: the call says what its answer is, to the server as to us.
    return await sendToShop(path, { method, body });
  } catch (error) {
    throw toRefusal(error);
  }
}) as never as Send;

/** Whatever went wrong, in words. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof ApiError)) return new Refusal(500, { detail: failureWords(error) });
  const fields = toRecord(error.body);
  return new Refusal(error.status, Object.keys(fields).length > 0 ? fields : { detail: failureWords(error) });
}
