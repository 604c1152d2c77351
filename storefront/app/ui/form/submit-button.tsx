import type { ReactNode } from 'react';

type Props = { busy: boolean; busyWords: string; className?: string; children: ReactNode };

/** Submits its form. While busy it keeps its size and the focus; pressing it again does nothing. */
export function SubmitButton({ busy, busyWords, className = 'button w-full', children }: Props) {
  return (
    <button type="submit" data-keep-clear aria-disabled={busy || undefined} className={className}>
      {busy && <span className="spinner" />}
      {busy ? busyWords : children}
    </button>
  );
}
