import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { followRowLink } from './row-link.tsx';

/** The part of the screen that is the page's. */
export function DeskMain({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link clicks it.
    <main id="main" tabIndex={-1} onClick={(event) => followRowLink(event, navigate)}>
      <noscript>
        <p className="desk-warn m-4">This browser runs no scripts: the desk can be read here, and nothing pressed.</p>
      </noscript>
      {children}
    </main>
  );
}
