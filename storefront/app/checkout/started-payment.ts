const KEY = 'payment_begun';

type StartedPayment = { orderId: number; paypalId: string };

/** Remembers which order was taken to the provider: whoever comes back by a whole page is known by this. */
export function storeStartedPayment(started: StartedPayment): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // Then the cart itself must do.
  }
}

export function readStartedPayment(): StartedPayment | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return Number.isInteger(kept?.orderId) && typeof kept.paypalId === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets it once the outcome for that order is known. */
export function clearStartedPayment(orderId: number): void {
  try {
    if (readStartedPayment()?.orderId === orderId) sessionStorage.removeItem(KEY);
  } catch {
    // Forbidden storage holds nothing.
  }
}
