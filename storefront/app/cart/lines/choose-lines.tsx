import { useEffect, useRef } from 'react';

type Props = { chosen: number; all: number; onAll: (chosen: boolean) => void; onRemove: (byKeyboard: boolean) => void };

/** Chooses every line or none, and removes those chosen. The bar keeps its height, so that nothing jumps. */
export function ChooseLines({ chosen, all, onAll, onRemove }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < all;
  }, [chosen, all]);
  return (
    <div className="flex min-h-15 items-center justify-between gap-4">
      <label className="tick">
        <input ref={box} type="checkbox" checked={chosen === all} onChange={({ target }) => onAll(target.checked)} />
        Select all
      </label>
      {chosen > 0 && (
        <button
          type="button"
          className="button danger small"
          onClick={({ detail }) => {
            box.current?.focus();
            onRemove(detail === 0);
          }}
        >
          Remove {chosen} Item(s)
        </button>
      )}
    </div>
  );
}
