import { useBlocker } from 'react-router';
import { Dialog } from '../ui/dialog.tsx';

/** The state of the address that follows saving a new bouquet: nothing is left behind there. */
export const JUST_SAVED = 'saved';

type Props = { changes: number; hasChanges: boolean; onLeaveChanges(): void };

/** Asks before a page with changes is left. A reload needs no question: the changes are kept on this device. */
export function LeaveDialog({ changes, hasChanges, onLeaveChanges }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && currentLocation.pathname !== nextLocation.pathname && nextLocation.state !== JUST_SAVED,
  );
  const isOpen = blocker.state === 'blocked';
  return (
    <Dialog
      isOpen={isOpen}
      title={changes === 1 ? '1 change is not saved' : `${changes} changes are not saved`}
      onClose={() => blocker.reset?.()}
    >
      <p>They can stay on this device until you come back.</p>
      <div className="desk-acts mt-2">
        <button type="button" className="desk-button" onClick={() => blocker.reset?.()}>
          Stay here
        </button>
        <button type="button" className="desk-button line" onClick={() => blocker.proceed?.()}>
          Leave, and keep them
        </button>
        <button
          type="button"
          className="desk-button plain"
          onClick={() => {
            onLeaveChanges();
            blocker.proceed?.();
          }}
        >
          Leave without them
        </button>
      </div>
    </Dialog>
  );
}
