import type { HttpClient } from '../../rig/http-client.ts';
import { holdLine } from '../../rig/live-line.ts';

/** As on the page: a line can be dead without saying so. */
const AGAIN_MS = 60_000;

export type Screen<T> = Disposable & {
  shown(): T | undefined;
  isOpen(): boolean;
  /** How often its line broke. */
  breaks(): number;
  /** Calls back with whatever is shown next, until the returned function is called. */
  onShown(tell: (shown: T) => void): () => void;
};

/** An open page of the desk, kept fresh as storefront/app/desk/use-fresh.ts does: asked for again when something changes. */
export function openScreen<T>(client: HttpClient, cookie: string, path: string): Screen<T> {
  const state = { isAsking: false, again: false, breaks: 0, shown: undefined as T | undefined };
  const listeners = new Set<(shown: T) => void>();
  const askOnce = async () => {
    const reply = await client.send({ path, headers: { cookie } });
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`);
    state.shown = JSON.parse(reply.text) as T;
    for (const tell of listeners) tell(state.shown);
  };
  const refresh = async () => {
    state.again = true;
    if (state.isAsking) return;
    state.isAsking = true;
    while (state.again) {
      state.again = false;
      // While the line is open the page asks once more; then it waits to be told.
      await askOnce()
        .catch(() => (line.isOpen() ? askOnce() : undefined))
        .catch(() => {});
    }
    state.isAsking = false;
  };
  const line = holdLine({
    origin: client.origin,
    cookie,
    onOpen: () => void refresh(),
    onChange: () => void refresh(),
    onBroken: () => {
      state.breaks++;
    },
  });
  const timer = setInterval(() => void refresh(), AGAIN_MS);
  return {
    shown: () => state.shown,
    isOpen: line.isOpen,
    breaks: () => state.breaks,
    onShown(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      line[Symbol.dispose]();
    },
  };
}
