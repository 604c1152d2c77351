import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useBackCloses } from '../router-patches/use-back-closes.ts';
import { Icon } from './icon.tsx';
import { whenClosed } from './when-closed.ts';

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** A modal dialog. The browser's own `<dialog>` traps the focus and returns it. */
export function Dialog({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useBackCloses(open, onClose);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    // The first input rather than the close button.
    dialog.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={whenClosed(onClose)}
      onCancel={(event) => {
        // The owner decides whether it closes.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // A second Escape would close it whatever the owner decides.
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="dialog"
    >
      {open && (
        <div className="p-6 tablet:p-8">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={heading} className="text-h3">
              {title}
            </h2>
            <button type="button" className="round-button -mt-3 -mr-3 shrink-0" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
