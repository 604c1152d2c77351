/** How full something is, beside words that say it. Drawn, since the policy of our pages allows no style in the markup. */
export const Fill = ({ part, look = '' }: { part: number; look?: 'soon' | '' }) => (
  <svg className={`desk-fill ${look}`} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect className="whole" width="100" height="1" />
    <rect className="part" width={Math.round(100 * part)} height="1" />
  </svg>
);
