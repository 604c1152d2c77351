import { useEffect, useRef, useState } from 'react';

// One line of changes for all tabs of a browser: the tab that holds the lock has it, and tells the others.

type Heard = { kind: 'change'; names: string } | { kind: 'line'; isOpen: boolean } | { kind: 'who is there' };
type Listener = { onChange(names: string[] | undefined): void; onLine(isOpen: boolean): void };

const NAME = 'desk-live';
/** The browser reconnects by itself, except after a refusal. */
const RETRY_MS = 3_000;

/** Follows what changes at the desk. Returns a function that ends it. */
function follow(listener: Listener): () => void {
  const channel = new BroadcastChannel(NAME);
  const ended = new AbortController();
  let isOpen: boolean | undefined;
  let holdsLine = false;
  const hear = (heard: Heard) => {
    if (heard.kind === 'change') listener.onChange(heard.names === '' ? undefined : heard.names.split(','));
    if (heard.kind === 'line') listener.onLine(heard.isOpen);
    if (heard.kind === 'who is there' && holdsLine && isOpen !== undefined)
      channel.postMessage({ kind: 'line', isOpen });
  };
  const tell = (heard: Heard) => {
    if (heard.kind === 'line') isOpen = heard.isOpen;
    channel.postMessage(heard);
    hear(heard);
  };
  channel.onmessage = ({ data }) => hear(data);
  channel.postMessage({ kind: 'who is there' } satisfies Heard);
  const hold = () => {
    holdsLine = true;
    return holdLine(tell, ended.signal);
  };
  // Without locks every tab has a line of its own.
  if (navigator.locks) navigator.locks.request(NAME, { signal: ended.signal }, hold).catch(() => {});
  else void hold();
  return () => {
    ended.abort();
    channel.close();
  };
}

/** Keeps the line open until it is ended, and tells what comes. */
function holdLine(tell: (heard: Heard) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    const open = () => {
      source = new EventSource('/api/desk/live/');
      source.addEventListener('open', () => {
        tell({ kind: 'line', isOpen: true });
        // Whatever happened while it was broken was missed.
        if (wasOpen) tell({ kind: 'change', names: '' });
        wasOpen = true;
      });
      source.addEventListener('change', ({ data }) => tell({ kind: 'change', names: data }));
      source.onerror = () => {
        tell({ kind: 'line', isOpen: false });
        if (source?.readyState !== EventSource.CLOSED) return;
        clearTimeout(timer);
        timer = setTimeout(open, RETRY_MS);
      };
    };
    const lose = () => tell({ kind: 'line', isOpen: false });
    // A line over a network that is gone says nothing: it is begun anew.
    const renew = () => {
      source?.close();
      open();
    };
    addEventListener('offline', lose);
    addEventListener('online', renew);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      removeEventListener('offline', lose);
      removeEventListener('online', renew);
      resolve();
    });
    open();
  });
}

/**
 * Calls `onChange` for whatever changes at the desk, with the names of what did, or without if it may be anything. Returns
 * whether the line is broken.
 */
export function useLive(onChange: (names: string[] | undefined) => void): boolean {
  const [isBroken, setBroken] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => follow({ onChange: (names) => latest.current(names), onLine: (isOpen) => setBroken(!isOpen) }), []);
  return isBroken;
}
