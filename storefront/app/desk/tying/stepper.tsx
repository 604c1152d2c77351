type Props = {
  id: string;
  name: string;
  value: number;
  fewer: string;
  more: string;
  onStep: (by: number) => void;
  onType: (typed: string) => void;
  isLarge?: boolean;
};

/** How many, with a press for one less and one more. */
export function Stepper({ id, name, value, fewer, more, onStep, onType, isLarge }: Props) {
  const look = `${isLarge ? 'w-16 min-h-16 text-[1.5rem]/[1]' : 'w-13 min-h-13 text-[1.125rem]/[1]'} font-semibold text-center`;
  return (
    <div className="flex border border-control rounded-round overflow-hidden">
      <button type="button" className={look} aria-label={fewer} onClick={() => onStep(-1)}>
        −
      </button>
      <input
        id={id}
        name={name}
        className={look}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
      <button type="button" className={look} aria-label={more} onClick={() => onStep(1)}>
        +
      </button>
    </div>
  );
}
