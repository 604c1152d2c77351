/** A call that the page has made before its scripts were there. */
type EarlyCall = { access: string; cartSeen: string | null; at: number; response: Promise<Response> };

declare global {
  interface Window {
    /** By path. Each is taken once; none is left after a change. */
    earlyCalls?: Map<string, EarlyCall> | undefined;
  }
}

/** What came earlier than this is fetched anew. */
const MAX_AGE_MS = 30_000;

/**
 * The response that this page has asked for already, once. None if that was as somebody else, or if the cart has changed since, here
 * or in another tab.
 */
export function takeEarlyCall(path: string, access: string | undefined): Promise<Response | undefined> | undefined {
  const call = window.earlyCalls?.get(path);
  window.earlyCalls?.delete(path);
  if (!call || call.access !== access || performance.now() - call.at > MAX_AGE_MS) return undefined;
  if (path === '/api/user/orders/?status=P,W' && call.cartSeen !== localStorage.getItem('cart_seen')) return undefined;
  return call.response.catch((error) => {
    // Ten seconds are as long as a call may take; one that failed sooner is made again.
    if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
    return undefined;
  });
}

/** Called before a change is sent: no response may be older than a change of the same page. */
export function dropEarlyCalls(): void {
  window.earlyCalls = undefined;
}
