import { useCallback, useEffect, useState } from 'react';

/** How long a press can be taken back from where it was made; later it can from the order's own page. */
export const TAKE_BACK_MS = 6_000;

export type DeskToast = { id: number; words: string; action?: { label: string; do(): void }; isRefusal?: boolean };

/** What was just done, with the way back, or why it was not. The newest replaces the one before. */
export function useDeskToast() {
  const [toast, setToast] = useState<DeskToast>();
  const show = useCallback((next: Omit<DeskToast, 'id'>) => setToast({ ...next, id: Date.now() }), []);
  const close = useCallback(() => setToast(undefined), []);
  useEffect(() => {
    if (!toast || toast.isRefusal) return;
    // Not from under the focus of somebody who works by keyboard.
    const isRead = () => document.querySelector('.desk-toast:is(:focus-visible, :has(:focus-visible))') !== null;
    const timer = setInterval(() => !isRead() && close(), TAKE_BACK_MS);
    return () => clearInterval(timer);
  }, [toast, close]);
  return { toast, show, close };
}

export function DeskToastView({ toast, onClose }: { toast: DeskToast | undefined; onClose: () => void }) {
  return (
    <div className="desk-toasts" role={toast?.isRefusal ? 'alert' : 'status'}>
      {toast && (
        <div
          className={toast.isRefusal ? 'desk-toast refused' : 'desk-toast'}
          key={toast.id}
          tabIndex={-1}
          data-told=""
        >
          <p>{toast.words}</p>
          {toast.action && (
            <button
              type="button"
              className="desk-button plain"
              onClick={() => {
                onClose();
                toast.action?.do();
              }}
            >
              {toast.action.label}
            </button>
          )}
          {toast.isRefusal && (
            <button type="button" className="desk-button plain" onClick={onClose}>
              Close
            </button>
          )}
        </div>
      )}
    </div>
  );
}
