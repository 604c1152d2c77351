import pg from 'pg';
import { DatabaseUnreachable, findOutage } from './find-outage.ts';

/** While the database can only be read every write fails: the pool is not renewed more often than this. */
const RENEW_EVERY_MS = 1_000;

type Release = (error?: boolean | Error) => void;
type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/**
 * A pool that throws DatabaseUnreachable whenever it cannot connect. Once a connection turns out to lead to a read-only
 * database, as after a failover, all connections of its generation are closed before they are used again: a new one may
 * reach the server that can be written to.
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
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectCurrent();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectCurrent(): Promise<pg.PoolClient> {
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
