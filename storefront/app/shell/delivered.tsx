import { formatPounds } from '#contract/money.ts';
import { hasSurcharges, useDeliveryRules } from './delivery-rules.ts';

/** `£49.00 delivered`, with `from` where a day may cost more. No bouquet is had without delivery. */
export function useDelivered(pounds: number): string {
  const rules = useDeliveryRules();
  return `${hasSurcharges(rules) ? 'from ' : ''}${formatPounds(pounds + rules.fee)} delivered`;
}

/** What a bouquet costs at the door. It stands beside every price without delivery: docs/decisions/said-plainly.md. */
export function Delivered({ pounds, className = '' }: { pounds: number; className?: string }) {
  const words = useDelivered(pounds);
  return <span className={`num font-normal font-sans text-small text-soft tracking-normal ${className}`}>{words}</span>;
}
