type Props = { part: number; look?: 'soon' | ''; className?: string };

/** How full something is, beside words that say it. Drawn, since the policy of our pages allows no style in the markup. */
export const Fill = ({ part, look = '', className = 'w-full h-1.5' }: Props) => (
  <svg className={`rounded-[3px] ${className}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect className="fill-line" width="100" height="1" />
    <rect className={look ? 'fill-marigold' : 'fill-leaf-700'} width={Math.round(100 * part)} height="1" />
  </svg>
);
