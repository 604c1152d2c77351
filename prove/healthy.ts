import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/statistics.ts';
import { PORTS } from './test-environment.ts';

const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;
/** The home page and the list are kept at the door, the search asks the database, the delivery is told anew. */
const PATHS = ['/', '/api/products/', '/api/products/?search=rose', '/api/delivery/'];

export type Health = { answers: number; failures: string[]; p50: number; p95: number; slowest: number };

/** Someone who visits the shop as people do, over two kept connections, until told to stop; then tells how it went. */
export function visit(): () => Promise<Health> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const times: number[] = [];
  const failures: string[] = [];
  let isOver = false;
  const visiting = (async () => {
    for (let count = 0; !isOver; count++) {
      const path = PATHS[count % PATHS.length] as string;
      const start = performance.now();
      await get(agent, path).then(
        (status) => status !== 200 && failures.push(`${path} was answered ${status}`),
        (error: Error) => failures.push(`${path}: ${error.message}`),
      );
      times.push(performance.now() - start);
      await sleep(PAUSE_MS);
    }
  })();
  return async () => {
    isOver = true;
    await visiting;
    agent.destroy();
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    return { answers: times.length, failures, p50, p95, slowest: Math.max(...times) };
  };
}

function get(agent: Agent, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port: PORTS.shop, path, timeout: PATIENCE_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
    sent.once('error', reject);
    sent.end();
  });
}
