import type { Then } from './faults/fault-rules.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/open-store.ts';
import type { Postman } from './webhooks/postman.ts';
import type { SigningKey } from './webhooks/signing-key.ts';

/** All that a call can reach. */
export type StandIn = {
  settings: Settings;
  store: Store;
  key: SigningKey;
  postman: Postman;
  /** Where the stand-in itself listens, for the links in its answers. */
  url: string;
};

export type Call = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  header(name: string): string | undefined;
  /** The parsed body; an empty body is undefined. */
  body: unknown;
};

export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

export type Handler = (standIn: StandIn, call: Call, fault: Then) => Reply | Promise<Reply>;
