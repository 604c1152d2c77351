import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';
import { useBackCloses } from './use-back-closes.ts';

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** A sheet that rises from the bottom; Back closes it. The browser's own `<dialog>` traps the focus and returns it. */
export function Sheet({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useBackCloses(open, onClose);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is for the scrim
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="sheet"
    >
      <div className="px-side pt-2.5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
        <div className="mx-auto mb-2 h-1 w-10 rounded-round bg-line" />
        <div className="-mr-3 flex items-center justify-between">
          <h2 id={heading} className="text-h3">
            {title}
          </h2>
          <button type="button" className="round-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
