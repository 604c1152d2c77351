import { MAX_UNITS_PER_LINE } from '#contract/limits.ts';

type Props = { name: string; quantity: number; disabled: boolean; onChange: (quantity: number) => void };

/** The quantity of a bouquet. Minus at one changes nothing, and a toast says why; the button keeps the focus. */
export function Stepper({ name, quantity, disabled, onChange }: Props) {
  return (
    <fieldset className="stepper" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        aria-label={`One fewer ${name}`}
        aria-disabled={disabled || undefined}
        data-end={quantity <= 1 || undefined}
        onClick={() => !disabled && onChange(quantity - 1)}
      >
        <Sign path="M5 12h14" />
      </button>
      <output className="num">{quantity}</output>
      <button
        type="button"
        aria-label={`One more ${name}`}
        aria-disabled={disabled || undefined}
        data-end={quantity >= MAX_UNITS_PER_LINE || undefined}
        onClick={() => !disabled && onChange(quantity + 1)}
      >
        <Sign path="M12 5v14M5 12h14" />
      </button>
    </fieldset>
  );
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={path} strokeLinecap="round" />
    </svg>
  );
}
