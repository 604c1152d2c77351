import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useOfflineIsOver } from '../use-is-offline.ts';

type Props = {
  children: ReactNode;
  /** What helps, apart under the message. */
  help?: ReactNode;
};

/** The error of a form as a whole, announced when it appears. */
export function FormMessage({ children, help }: Props) {
  const isOver = useOfflineIsOver();
  if (!children || isOver(children)) return null;
  return (
    <div role="alert" className="field-error">
      <Icon name="warning" className="mt-px size-[1.125rem]" />
      <div>
        <p>{children}</p>
        {help && !isOver(help) && <p className="mt-1 font-normal text-soft">{help}</p>}
      </div>
    </div>
  );
}
