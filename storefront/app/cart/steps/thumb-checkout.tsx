import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Price } from '../../ui/price.tsx';

type Props = { amount: number; busy: boolean; disabled: boolean; onCheckOut: () => void };

/** The button of the first step; on phones also in a bar at the bottom, while the one in the page is out of sight. */
export const ThumbCheckout = ({ amount, ...button }: Props) => (
  <BottomBar
    words={
      <>
        <span className="block truncate text-micro text-soft">Amount to pay</span>
        <Price pounds={amount} className="font-serif text-[1.4375rem] leading-tight" />
      </>
    }
    button={<CheckOut {...button} className="flex-1 px-4" />}
  >
    <CheckOut {...button} className="w-full" />
  </BottomBar>
);

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
