import { toRecord } from './to-record.ts';

const TIME_LIMIT_MS = 60_000;

/** How a request of the desk was answered; status 0 if it was not. */
export type Answer = { status: number; body: Record<string, unknown> };

/** Sends a press of the driver with its photo. The key makes it safe to send again when the response was lost. */
export const sendPress = (orderId: number, key: string, form: FormData): Promise<Answer> =>
  ask(`/api/desk/stops/${orderId}/outcome/`, { method: 'POST', headers: { 'idempotency-key': key }, body: form });

/** Who is signed in at the desk by now: an open page may be older than that. */
export const askWhoIsHere = (): Promise<Answer> => ask('/api/desk/me/', {});

async function ask(path: string, call: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(path, { ...call, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return { status: response.status, body: toRecord(await response.json().catch(() => undefined)) };
  } catch {
    return { status: 0, body: {} };
  }
}
