import type { ReactNode } from 'react';

const WIDTHS = {
  slip: 'bench:grid-cols-[minmax(0,1fr)_380px]',
  narrow: 'bench:grid-cols-[minmax(0,1fr)_330px]',
};

/** The page, and slips beside it; below it where there is no room. */
export const Columns = ({
  aside,
  side = 'slip',
  label,
  stays = false,
  children,
}: {
  aside: ReactNode;
  side?: keyof typeof WIDTHS;
  label?: string;
  /** What is beside it stays in sight while the page scrolls. */
  stays?: boolean;
  children: ReactNode;
}) => (
  <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-[clamp(24px,3.4vw,56px)] ${WIDTHS[side]}`}>
    <Stack>{children}</Stack>
    <aside aria-label={label} className={`grid min-w-0 gap-4.5 ${stays ? 'bench:sticky bench:top-4' : ''}`}>
      {aside}
    </aside>
  </div>
);

/** One below the other. What is wider than the page scrolls within its own part. */
const Stack = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 content-start gap-6 *:min-w-0">{children}</div>
);

/** Two fields beside each other where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,200px),1fr))] items-start gap-3.5">{children}</div>
);
