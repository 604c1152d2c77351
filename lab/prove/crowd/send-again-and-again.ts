import { parentPort, workerData } from 'node:worker_threads';
import { openHttpClient } from '../../rig/http-client.ts';

/** What one person asks for again and again; `{n}` is another number each time. */
export type Repeated = { method?: string; path: string; headers?: Record<string, string>; body?: object };
export type Greed = { origin: string; atOnce: number; repeated: Repeated };
/** How often each status was answered, and how many requests were not. */
export type Answers = { statuses: Record<string, number>; withoutRetryAfter: number };

/**
 * On a thread of its own, so that sending so much does not delay the measurements. Says when as many as are sent at once were
 * answered, and sends on until it is told to end.
 */
async function sendUntilTold({ origin, atOnce, repeated }: Greed): Promise<Answers> {
  const client = openHttpClient({ origin, maxSockets: atOnce, timeoutMs: 30_000 });
  const text = JSON.stringify(repeated);
  const answers: Answers = { statuses: {}, withoutRetryAfter: 0 };
  let [number, isOver] = [0, false];
  parentPort?.once('message', () => {
    isOver = true;
  });
  const sendOn = async () => {
    while (!isOver) {
      const request = JSON.parse(text.replaceAll('{n}', String(++number))) as Repeated;
      const { status, headers } = await client.send(request).catch(() => ({ status: 0, headers: {} }));
      answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
      if (number === 2 * atOnce) parentPort?.postMessage('begun');
      if ((status === 503 || status === 429) && !('retry-after' in headers)) answers.withoutRetryAfter++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  client.close();
  return answers;
}

parentPort?.postMessage(await sendUntilTold(workerData as Greed));
