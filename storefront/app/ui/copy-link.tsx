import { useEffect, useRef, useState } from 'react';
import { announce } from './announce.tsx';

type Props = {
  id: string;
  label: string;
  url: string;
  shareTitle: string;
  /** The link itself is shown only where it cannot be copied. */
  isFolded?: boolean;
};

/** A link to pass on: copied, given to the phone's own menu, or marked where the browser lets nobody copy. */
export function CopyLink({ id, label, url, shareTitle, isFolded = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'copied' | 'marked'>();
  const isShown = !isFolded || state === 'marked';
  useEffect(() => {
    if (state !== 'marked') return;
    field.current?.focus();
    field.current?.select();
  }, [state]);
  const copy = async () => {
    setState(undefined);
    try {
      await navigator.clipboard.writeText(url);
      setState('copied');
      announce('The link is copied.');
    } catch {
      // Over plain HTTP browsers have no clipboard.
      setState('marked');
      announce(MARKED);
    }
  };
  const share = () => navigator.share({ title: shareTitle, url }).catch(() => {});
  return (
    <div className="grid w-full gap-2">
      {isShown && (
        <label htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        {isShown && (
          <input
            ref={field}
            id={id}
            readOnly
            value={url}
            className="input min-w-0 flex-1 basis-56"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
        <button type="button" className="button outlined" onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy the link'}
        </button>
        {'share' in navigator && (
          <button type="button" className="button outlined" onClick={() => void share()}>
            Share it
          </button>
        )}
      </div>
      {state === 'marked' && <p className="text-small text-soft">{MARKED}</p>}
    </div>
  );
}

const MARKED =
  'Your browser does not let us copy the link. It is marked: press Ctrl C to copy it, or hold it on a touch screen.';
