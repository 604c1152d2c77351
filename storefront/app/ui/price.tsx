import { formatPounds } from '#contract/money.ts';

/** With a true minus where it is less than nothing, which is as wide as a figure and is read aloud. */
export function Price({ pounds, className = '' }: { pounds: number; className?: string }) {
  return <span className={`num [overflow-wrap:normal] ${className}`}>{formatPounds(pounds).replace('-', '−')}</span>;
}
