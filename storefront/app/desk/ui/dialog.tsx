import { type ReactNode, useEffect, useId, useRef } from 'react';
import { whenClosed } from '../../ui/when-closed.ts';

type Props = {
  isOpen: boolean;
  title: ReactNode;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/** The browser's own dialog, which keeps the focus in it. Escape closes it. */
export function Dialog({ isOpen, title, onClose, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    // Where nothing asks for the focus, the browser takes the first button, and Enter would leave what was just sent.
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={`desk-dialog ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={whenClosed(onClose)}
    >
      {isOpen && (
        <div className="grid gap-3">
          <h2 id={heading} className="font-serif text-section">
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
