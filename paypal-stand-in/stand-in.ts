import type { Fault } from './faults/fault.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/open-store.ts';
import type { SigningKey } from './webhooks/signing-key.ts';

/** What the handlers of calls use. */
export type StandIn = {
  settings: Settings;
  store: Store;
  key: SigningKey;
  webhookSender: WebhookSender;
  /** Where the stand-in itself listens, for the links in its responses. */
  url: string;
};

export type WebhookSender = {
  /** Sends what is due, soon: after the response to the call that caused it. */
  wake(): void;
  /** Sends what is due now; resolves when each has been tried. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
};

export type Call = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  header(name: string): string | undefined;
  /** The parsed body; an empty body is undefined. A handler casts it once `checkShape` has accepted it. */
  body: unknown;
};

export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

export type Handler = (standIn: StandIn, call: Call, fault: Fault) => Reply | Promise<Reply>;
