import { join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';

/** What the bench installs once: the peers' packages, and a PostgreSQL with every shop's bouquets. */
export const CACHE = join(ROOT, 'build', 'peers');

/** The run has ten ports from here on; another on the same machine needs others. */
const FIRST_PORT = Number(process.env.BENCH_PEERS_PORT ?? 5_100);
export const PORTS = {
  postgres: FIRST_PORT,
  ours: FIRST_PORT + 1,
  provider: FIRST_PORT + 2,
  vendure: FIRST_PORT + 3,
  medusa: FIRST_PORT + 4,
  statement: FIRST_PORT + 5,
};
