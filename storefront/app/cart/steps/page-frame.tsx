import type { ReactNode } from 'react';
import { StepHeading } from './step-heading.tsx';
import { Steps } from './steps.tsx';

type Props = { step: 1 | 2; title: string; lead?: string; back?: ReactNode; children: ReactNode };

/** The layout of the first two steps: heading and steps above, the rest below. */
export function PageFrame({ step, title, lead, back, children }: Props) {
  return (
    <div className="wrap min-h-[60vh]">
      {/* At checkout a phone's height is left for the order and the payment. */}
      <div
        className={`flex flex-wrap items-end justify-between gap-x-5 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.25rem,2.6vw,2.25rem)] ${back ? 'gap-y-3 max-tablet:pt-2.5 max-tablet:pb-3' : 'gap-y-5'}`}
      >
        <div>
          {back}
          <StepHeading step={String(step)} {...(back && { className: 'max-tablet:text-[1.75rem]' })}>
            {title}
          </StepHeading>
        </div>
        <Steps now={step} />
        {lead && <p className="w-full max-w-measure text-lead text-soft">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** The content on the left, the summary on the right. */
export function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[clamp(2rem,5vw,4.5rem)] desk:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0">{children}</div>
      {aside}
    </div>
  );
}
