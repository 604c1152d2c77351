import type { ReactNode } from 'react';

/** A list of things, each on a line of its own with what can be done about it at the end. */
export const Rows = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <ul className={`mt-2 mb-3 border-leaf-900 border-t ${className}`}>{children}</ul>
);

type Props = { name: ReactNode; more?: ReactNode; aside?: ReactNode; acts?: ReactNode; className?: string };

export const Row = ({ name, more, aside, acts, className = '' }: Props) => (
  <li className={`flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2 ${className}`}>
    <div className="grid min-w-0 flex-1 basis-40">
      <b>{name}</b>
      <span className="text-small text-soft">{more}</span>
    </div>
    {aside !== undefined && <span className="w-30 text-soft max-tablet:hidden">{aside}</span>}
    <div className="flex min-w-27.5 max-w-full flex-wrap justify-end gap-2 *:max-w-full">{acts}</div>
  </li>
);
