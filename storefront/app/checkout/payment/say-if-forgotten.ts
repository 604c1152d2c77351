import type { SavedAddress } from '#contract/addresses.ts';
import { showToast } from '../../ui/toast/toast.tsx';

/** Says that an address which was corrected to another door has lost its note for the driver: it was about the first one. */
export function sayIfForgotten(noteBefore: string, saved: SavedAddress): void {
  if (noteBefore && !saved.driver_note)
    void showToast('The note for the driver was about the old address. It has been removed.', 'info');
}
