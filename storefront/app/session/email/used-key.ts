/** Removes the used key from the address. The outcome stays in the history entry, for a reload. */
export function removeKeyFromAddress({ confirmed }: { confirmed: boolean }): void {
  history.replaceState({ ...history.state, confirmed }, '', '/account-confirm-email');
}

/** Whether the key removed from this entry has confirmed an address. */
export const wasKeyConfirmed = (): boolean => Boolean(history.state?.confirmed);
