import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHOP } from '../test-environment.ts';

const READERS = 4;
/** The same for everyone, and so kept at the door; and one that nobody has asked for before. */
const KEPT = ['/', '/product', '/api/products/'];
const PATIENCE_MS = 20_000;

/** People who only look round, on connections that stay open as a browser's do. How often they were answered. */
export function browseShop(): { stop(): Promise<number> } {
  let isOver = false;
  let answers = 0;
  const agent = new Agent({ keepAlive: true });
  const look = async (number: number) => {
    for (let step = number; !isOver; step++) {
      // Whoever listens in counts what went wrong.
      const path = KEPT[step % (KEPT.length + 1)] ?? `/api/products/?search=tulip${number}-${step}`;
      const wasAnswered = await read(agent, path).catch(() => false);
      if (wasAnswered) answers++;
      await sleep(wasAnswered ? 20 : 100);
    }
  };
  const looking = Array.from({ length: READERS }, (_, number) => look(number));
  return {
    async stop() {
      isOver = true;
      await Promise.all(looking);
      agent.destroy();
      return answers;
    },
  };
}

function read(agent: Agent, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = get(`${SHOP}${path}`, { agent, timeout: PATIENCE_MS }, (response) => {
      response.resume().once('end', () => resolve(true));
      response.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('not answered')));
    sent.once('error', reject);
  });
}
