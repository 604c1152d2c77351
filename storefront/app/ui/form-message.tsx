import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What went wrong with the whole form, said aloud when it comes. */
export function FormMessage({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="field-error">
      <Icon name="warning" className="mt-px size-[1.125rem]" />
      <span>{children}</span>
    </p>
  );
}
