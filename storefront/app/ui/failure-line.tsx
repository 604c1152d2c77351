import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { RetryButton } from './loading/retry-button.tsx';

type Props = { children: ReactNode; onRetry: () => void };

/** An error with a button to retry. It is shown above the content, which stays. */
export function FailureLine({ children, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-4 rounded-soft border-[1.5px] border-error bg-lift py-3.5 pr-3.5 pl-5 max-tablet:p-4"
    >
      <Icon name="warning" className="size-6 text-error" />
      <p className="flex-1 basis-3/5 leading-snug">{children}</p>
      <RetryButton className="button outlined small max-tablet:w-full" onRetry={onRetry} />
    </div>
  );
}
