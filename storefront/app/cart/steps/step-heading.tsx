import { type ReactNode, useEffect, useRef } from 'react';

/** Whether a step has been shown in this document: then the next one takes the focus. */
let shown: string | undefined;

/** The heading of a step. Coming from another step it takes the focus, which would be lost otherwise. */
export function StepHeading({ step, className, children }: { step: string; className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== undefined && shown !== step) {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    shown = step;
  }, [step]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`outline-none ${className ?? ''}`}>
      {children}
    </h1>
  );
}
