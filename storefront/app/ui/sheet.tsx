import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from '../router-patches/use-back-closes.ts';
import { Icon } from './icon.tsx';
import { showOverPage } from './show-over-page.ts';

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** A sheet that rises from the bottom; Back, Escape and a press beside it close it. Rendered when it is first opened. */
export function Sheet(props: Props) {
  const { open, onClose } = props;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  useBackCloses(open, onClose);
  // At the end of the page, so that all else is beside it and can be made inert.
  return wasOpened && createPortal(<Panel {...props} />, document.body);
}

function Panel({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => (open && dialog.current ? showOverPage(dialog.current) : undefined), [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself; the click is for the scrim of a browser without popovers
    <dialog
      ref={dialog}
      popover="auto"
      aria-modal="true"
      aria-labelledby={heading}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
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
