import { formatPounds } from '#contract/money.ts';

export function Price({ pounds, className = '' }: { pounds: number; className?: string }) {
  return <span className={`num [overflow-wrap:normal] ${className}`}>{formatPounds(pounds)}</span>;
}
