import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '#server/platform/database/pool/open-client.ts';

/** A transaction that has read the orders and does not end, and somebody who reads them every moment beside it. */
export async function holdOrders(connectionString: string) {
  const holder = await openClient({ connectionString });
  const reader = await openClient({ connectionString });
  await holder.query('begin; select count(*) from orders');
  let [isOver, slowest] = [false, 0];
  const reading = (async () => {
    for (; !isOver; await sleep(20)) {
      const start = performance.now();
      await reader.query('select count(*) from orders');
      slowest = Math.max(slowest, performance.now() - start);
    }
  })();
  return {
    slowestMs: () => slowest,
    async release() {
      await holder.query('commit');
      isOver = true;
      await reading;
      await Promise.all([holder.end(), reader.end()]);
    },
  };
}
