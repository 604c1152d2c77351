/** A marigold seen from above: three rings of petals and a dark heart. */
export function Marigold({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <Ring radius={18.5} petals={11} size={5.4} turn={0} fill="var(--color-marigold)" />
      <Ring radius={12.6} petals={9} size={4.6} turn={18} fill="#e48d10" />
      <Ring radius={7.6} petals={7} size={3.6} turn={6} fill="var(--color-marigold)" />
      <circle cx="24" cy="24" r="3.6" fill="var(--color-marigold-ink)" />
    </svg>
  );
}

type RingProps = { radius: number; petals: number; size: number; turn: number; fill: string };

function Ring({ radius, petals, size, turn, fill }: RingProps) {
  const places = Array.from({ length: petals }, (_, petal) => ((petal * 360) / petals + turn) * (Math.PI / 180));
  return (
    <g fill={fill}>
      <circle cx="24" cy="24" r={radius} />
      {places.map((angle) => (
        <circle
          key={angle}
          cx={(24 + radius * Math.cos(angle)).toFixed(2)}
          cy={(24 + radius * Math.sin(angle)).toFixed(2)}
          r={size}
        />
      ))}
    </g>
  );
}

export function Brand({ className = '' }: { className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-[min(0.625rem,0.5em)] whitespace-nowrap font-serif leading-none [-webkit-text-stroke:0.35px] tracking-[-0.02em] ${className}`}
    >
      <Marigold className="size-[1.4em] shrink-0 max-[360px]:hidden" />
      Marigold Lane
    </span>
  );
}
