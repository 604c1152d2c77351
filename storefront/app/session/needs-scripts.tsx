import type { ReactNode } from 'react';

/** Shows its children, or without scripts a line that says scripts are needed. */
export function NeedsScripts({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="mt-6 max-w-measure rounded-soft bg-blush px-5 py-4">
          This page needs JavaScript, and your browser has it switched off. You can look round the shop without.
        </p>
      </noscript>
      <div className={`noscript:hidden ${className}`}>{children}</div>
    </>
  );
}
