import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type Call, call } from './http-client.ts';

export type Storm = { url: string; calls: Call[] };
export type StormAnswer = { ms: number; status: number; body: string };

/** On a thread of its own, so that sending so much does not hold up whoever measures meanwhile. Begins when told to. */
async function send({ url, calls }: Storm): Promise<StormAnswer[]> {
  const agent = new Agent();
  return Promise.all(
    calls.map(async (one) => {
      const start = performance.now();
      try {
        const { ms, status, body } = await call(agent, url, one);
        return { ms, status, body: String(body) };
      } catch (error) {
        return { ms: performance.now() - start, status: 0, body: (error as Error).message };
      }
    }),
  );
}

parentPort?.once('message', async () => parentPort?.postMessage(await send(workerData as Storm)));
