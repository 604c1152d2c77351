import { ApiError } from '../api/api-error.ts';
import { failureWords } from '../api/failure-words.ts';
import { type Call, send as sendToShop } from '../api/send.ts';
import { toRecord } from '../api/to-record.ts';
import { Refusal } from './desk-api.ts';

/**
 * Sends a press from an open page of the desk to the API; the cookie goes along by itself. Throws a Refusal, whose message is a
 * sentence to show and whose `fields` say where. Status 0: the shop could not be reached, and the press may be kept.
 */
export async function send<T>(method: NonNullable<Call['method']>, path: string, body?: unknown): Promise<T> {
  try {
    return (await sendToShop(path, { method, body })) as T;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Whatever went wrong, in words. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof ApiError)) return new Refusal(500, { detail: failureWords(error) });
  const fields = toRecord(error.body);
  return new Refusal(error.status, Object.keys(fields).length > 0 ? fields : { detail: failureWords(error) });
}
