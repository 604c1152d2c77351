import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Picture as PictureData } from '#contract/pictures.ts';
import { useBackCloses } from '../../router-patches/use-back-closes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { whenClosed } from '../../ui/when-closed.ts';

const CLOSER = 2.5;

type Props = {
  pictures: PictureData[];
  chosen: number;
  open: boolean;
  onChoose: (place: number) => void;
  onClose: () => void;
};

/** One picture on the whole screen. Press or Enter zooms in; then scrolling, dragging and the arrow keys move it. */
export function Zoom({ pictures, chosen, open, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const picture = pictures[chosen];
  useBackCloses(open, onClose);

  useEffect(() => {
    setNear(false);
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  if (!picture) return null;

  const step = (by: number) => {
    setNear(false);
    onChoose((chosen + by + pictures.length) % pictures.length);
  };

  /** Zooms in so that the pressed point stays under the finger. */
  const toggle = (across: number, down: number) => {
    setNear(!near);
    requestAnimationFrame(() => {
      const { current } = frame;
      current?.scrollTo(
        across * current.scrollWidth - current.clientWidth / 2,
        down * current.scrollHeight - current.clientHeight / 2,
      );
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (near || pictures.length < 2) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };

  return (
    <dialog ref={dialog} aria-label="Picture" onClose={whenClosed(onClose)} onKeyDown={onKeyDown} className="zoom">
      {open && (
        <>
          <div ref={frame} tabIndex={near ? 0 : -1} className="flex size-full overflow-auto overscroll-contain">
            <button
              type="button"
              aria-label={near ? 'Step back' : 'Come closer'}
              className={`m-auto block aspect-4/5 shrink-0 ${near ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
              // The policy forbids style attributes in the HTML; sizes set from script are allowed.
              style={{ width: `calc(min(100vw, 80dvh) * ${near ? CLOSER : 1})` }}
              onClick={(event) => {
                const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
                const byKeyboard = event.detail === 0;
                toggle(
                  byKeyboard ? 0.5 : (event.clientX - left) / width,
                  byKeyboard ? 0.5 : (event.clientY - top) / height,
                );
              }}
            >
              <Picture picture={picture} sizes="1200px" className="size-full bg-transparent" />
            </button>
          </div>
          <button
            type="button"
            className="round-button !absolute top-3 right-3 bg-lift"
            aria-label="Close"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
          {pictures.length > 1 && (
            <>
              <button
                type="button"
                className="round-button !absolute top-1/2 left-3 -mt-6 bg-lift"
                aria-label="Previous picture"
                onClick={() => step(-1)}
              >
                <Icon name="chevron" className="size-6 rotate-180" />
              </button>
              <button
                type="button"
                className="round-button !absolute top-1/2 right-3 -mt-6 bg-lift"
                aria-label="Next picture"
                onClick={() => step(1)}
              >
                <Icon name="chevron" />
              </button>
            </>
          )}
        </>
      )}
    </dialog>
  );
}
