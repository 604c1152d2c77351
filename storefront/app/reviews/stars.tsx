const WIDTH = 24;
/** Five stars in one line, each in a square of 24. */
const ROW = [0, 1, 2, 3, 4]
  .map((place) => `M${place * WIDTH + 12} 3.5l2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.7-5.3 2.7 1-5.8-4.2-4.1 5.9-.9z`)
  .join('');

/** How far the paint goes: a star does not fill its square. */
const widthOf = (rating: number) => {
  const whole = Math.floor(rating);
  return whole * WIDTH + (rating > whole ? 3.5 + 17 * (rating - whole) : 0);
};

/** A rating as stars, filled as far as it goes. They decorate: words say the same. */
export function Stars({ rating, className = 'h-5' }: { rating: number; className?: string }) {
  return (
    <svg
      viewBox={`2.5 0 ${5 * WIDTH - 5} 24`}
      aria-hidden="true"
      className={`inline-block shrink-0 text-marigold-ink ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <path d={ROW} />
      {/* The inner SVG clips at its edge, so that a star can be filled in part. */}
      <svg aria-hidden="true" width={widthOf(rating)} height="24" className="fill-marigold">
        <path d={ROW} />
      </svg>
    </svg>
  );
}
