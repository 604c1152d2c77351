import { parentPort, workerData } from 'node:worker_threads';
import { type HttpRequest, openHttpClient } from '../../rig/http-client.ts';

export type Storm = { origin: string; requests: HttpRequest[] };
export type StormAnswer = { ms: number; status: number; body: string };

/** On a thread of its own, so that sending so much does not delay the measurements. Begins at the first message. */
async function send({ origin, requests }: Storm): Promise<StormAnswer[]> {
  const client = openHttpClient({ origin, keepAlive: false });
  return Promise.all(
    requests.map(async (request) => {
      const start = performance.now();
      try {
        const { ms, status, text } = await client.send(request);
        return { ms, status, body: text };
      } catch (error) {
        return { ms: performance.now() - start, status: 0, body: (error as Error).message };
      }
    }),
  );
}

parentPort?.once('message', async () => parentPort?.postMessage(await send(workerData as Storm)));
