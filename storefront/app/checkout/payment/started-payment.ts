const KEY = 'payment_begun';

type StartedPayment = { orderId: number; paypalId: string };

/** Stores the order of the payment, for when the provider sends the whole page back. */
export function storeStartedPayment(started: StartedPayment): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // Storage is forbidden: the cart is tried instead.
  }
}

export function readStartedPayment(): StartedPayment | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return Number.isInteger(stored?.orderId) && typeof stored.paypalId === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Clears it once the outcome for that order is known. */
export function clearStartedPayment(orderId: number): void {
  try {
    if (readStartedPayment()?.orderId === orderId) sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
