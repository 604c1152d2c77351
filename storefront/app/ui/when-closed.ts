import type { SyntheticEvent } from 'react';

/**
 * What a dialog does once it is closed. The browser says so a moment later, on a busy machine after the next press: a dialog that is
 * open again by then stays open.
 */
export const whenClosed = (onClose: () => void) => (event: SyntheticEvent<HTMLDialogElement>) => {
  if (!event.currentTarget.open) onClose();
};
