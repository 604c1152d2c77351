/** Takes the key, which has done its work, out of the address and remembers how it went, should the page be loaded anew. */
export function closedLetter({ confirmed }: { confirmed: boolean }): void {
  history.replaceState({ ...history.state, confirmed }, '', '/account-confirm-email');
}

/** Whether the key that stood in this address has confirmed someone. */
export const isConfirmedHere = (): boolean => Boolean(history.state?.confirmed);
