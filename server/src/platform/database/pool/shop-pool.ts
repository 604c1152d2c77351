import pg from 'pg';
import { sendUnnamed } from '../auto-prepare.ts';
import type { FairShare } from './fair-share.ts';
import { DatabaseUnreachable, findOutage } from './find-outage.ts';
import { type Hosts, readHosts } from './hosts.ts';
import { requireServer } from './require-server.ts';

/** While the database can only be read every write fails: the pool is not renewed more often than this. */
const RENEW_EVERY_MS = 1_000;

type Release = (error?: boolean | Error) => void;
type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** pg-pool's, when all connections are in use: no host has failed. */
const ALL_IN_USE = /^timeout exceeded when trying to connect/;

/** With several hosts: which of them new connections go to. */
type Turn = { at: number };

type ShopPoolOptions = pg.PoolConfig & {
  connectionString: string;
  /** What needs a session of its own goes here, past a pooler. The same as `connectionString` if there is none. */
  directUrl?: string | undefined;
};

/**
 * A pool that throws DatabaseUnreachable whenever it cannot connect. Of several hosts it uses the first that is what the
 * connection string wants, beginning with the one that it used last. Once a connection turns out to lead to a server that
 * can only be read or is gone, as after a failover, all connections of its generation are closed before they are used
 * again: a new one may reach the server that can be written to.
 */
export class ShopPool extends pg.Pool {
  #generation = 0;
  #isOutdated = false;
  #renewedAt = Number.NEGATIVE_INFINITY;
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  readonly #hosts: Hosts;
  readonly #turn: Turn;
  readonly #leaving = new WeakMap<pg.PoolClient, () => void>();
  /** Who has a connection next when all are in use; without it, whoever asked first. */
  share: FairShare | undefined;
  declare readonly options: pg.PoolOptions & ShopPoolOptions;

  constructor(options: ShopPoolOptions) {
    const [hosts, turn] = [readHosts(options.connectionString), { at: 0 }];
    super({ ...options, Client: clientOf(hosts, turn), onConnect: (client) => requireServer(client, hosts) });
    this.#hosts = hosts;
    this.#turn = turn;
    this.on('connect', (client) => this.#generations.set(client, this.#generation));
    if (options.directUrl) this.on('connect', sendUnnamed);
    this.on('release', (error, client) => {
      this.#leaving.get(client)?.();
      this.#leaving.delete(client);
      if (findOutage(error)?.leavesServer) this.#isOutdated = true;
    });
  }

  /** For a connection of one's own that keeps its session: its locks and its settings. */
  get directUrl(): string {
    return this.options.directUrl ?? this.options.connectionString;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTurn();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const leave = await this.share?.enter();
    try {
      const client = await this.#connectCurrent();
      if (leave) this.#leaving.set(client, leave);
      return client;
    } catch (error) {
      leave?.();
      throw error;
    }
  }

  /** Those who wait for their turn, and those whose turn it is. */
  countWaiting(): number {
    return this.waitingCount + (this.share?.countWaiting() ?? 0);
  }

  async #connectCurrent(): Promise<pg.PoolClient> {
    this.#renew();
    for (let failures = 0; ; ) {
      const { at } = this.#turn;
      try {
        const client = await super.connect();
        if (this.#generations.get(client) === this.#generation) return client;
        client.release(true);
      } catch (cause) {
        if (++failures >= this.#hosts.each.length || ALL_IN_USE.test((cause as Error).message))
          throw new DatabaseUnreachable(cause);
        // Unless another request has done so meanwhile.
        if (this.#turn.at === at) this.#turn.at = (at + 1) % this.#hosts.each.length;
      }
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

/** The driver knows one host only: each of these clients connects to the one whose turn it is. */
const clientOf = (hosts: Hosts, turn: Turn): (new () => pg.Client) =>
  class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      const connectionString = hosts.each[turn.at] ?? hosts.each[0];
      // The limit of the pool is for a single host, and for those who wait until a connection is free.
      super({
        ...options,
        connectionString,
        ...(hosts.each.length > 1 && { connectionTimeoutMillis: hosts.connectMs }),
      });
    }
  };
