import { useEffect, useRef, useState } from 'react';
import { observeVisibility } from '../../ui/loading/observe-visibility.ts';
import { Price } from '../../ui/price.tsx';

type Props = { amount: number; busy: boolean; disabled: boolean; onCheckOut: () => void };

/** The button of the first step; on phones also in a bar at the bottom, while the one in the page is out of sight. */
export function ThumbCheckout({ amount, ...button }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    return observeVisibility(place.current, (isVisible) => setAway(!isVisible));
  }, []);

  return (
    <>
      <div ref={place} data-keep-clear>
        <CheckOut {...button} className="w-full" />
      </div>
      {away && (
        <div
          data-keep-clear
          className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-line border-t bg-lift px-side pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-menu tablet:hidden"
        >
          <span className="beside-thumb min-w-0 leading-tight">
            <span className="block truncate text-micro text-soft">Amount to pay</span>
            <Price pounds={amount} className="font-serif text-[1.4375rem] leading-tight" />
          </span>
          <CheckOut {...button} className="flex-1 px-4" />
        </div>
      )}
    </>
  );
}

function CheckOut({ busy, disabled, onCheckOut, className }: Omit<Props, 'amount'> & { className: string }) {
  return (
    <button
      type="button"
      className={`button ${className}`}
      disabled={disabled}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onCheckOut()}
    >
      {busy && <span className="spinner" />}
      Check Out Now
    </button>
  );
}
