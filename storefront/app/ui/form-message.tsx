import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The error of a form as a whole, announced when it appears. */
export function FormMessage({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="field-error">
      <Icon name="warning" className="mt-px size-[1.125rem]" />
      <span>{children}</span>
    </p>
  );
}
