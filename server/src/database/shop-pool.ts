import pg from 'pg';
import { DatabaseUnreachable, findOutage } from './find-outage.ts';

/** While the database can only be read, every write finds that out: the others are not connected anew for each of them. */
const RENEW_EVERY_MS = 1_000;

type Release = (error?: boolean | Error) => void;
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * A pool that says of whatever keeps it from connecting that the database is unreachable. Once a connection turns out to lead
 * to a database that can only be read, as after a failover, every other that is as old is closed before it is used again:
 * a new one may reach the server that can be written to.
 */
export class ShopPool extends pg.Pool {
  #generation = 0;
  #isOutdated = false;
  #renewedAt = Number.NEGATIVE_INFINITY;
  readonly #generations = new WeakMap<pg.PoolClient, number>();

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => this.#generations.set(client, this.#generation));
    this.on('release', (error) => {
      if (findOutage(error)?.isReadOnly) this.#isOutdated = true;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | undefined {
    const taking = this.#take();
    if (!callback) return taking;
    taking.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #take(): Promise<pg.PoolClient> {
    this.#renew();
    for (;;) {
      const client = await super.connect().catch((cause) => {
        throw new DatabaseUnreachable(cause);
      });
      if (this.#generations.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  #renew(): void {
    const now = performance.now();
    if (!this.#isOutdated || now - this.#renewedAt < RENEW_EVERY_MS) return;
    this.#isOutdated = false;
    this.#renewedAt = now;
    this.#generation++;
  }
}
