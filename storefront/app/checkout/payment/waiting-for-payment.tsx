import { RetryButton } from '../../ui/loading/retry-button.tsx';

const STOPPED =
  'PayPal has not confirmed your payment, and we have stopped asking. Nothing is charged twice. If it goes through, the confirmation comes by email.';

type Props = {
  words: string;
  /** Set once polling has ended. */
  onCheckAgain?: (() => void) | undefined;
};

/** Shown while the outcome of a payment is not known. */
export function WaitingForPayment({ words, onCheckAgain }: Props) {
  return (
    <div
      role="status"
      data-keep-clear={onCheckAgain ? '' : undefined}
      className="flex flex-wrap items-center gap-4 rounded-soft bg-lift px-5.5 py-5 ring-1 ring-line"
    >
      {!onCheckAgain && <span className="spinner text-leaf-700" />}
      <div className="flex-1 basis-3/5">
        <b className="font-semibold">{onCheckAgain ? 'Still waiting for PayPal' : 'Checking your payment'}</b>
        <p className="text-small text-soft">
          {onCheckAgain ? STOPPED : words || 'One moment. Please keep this page open.'}
        </p>
      </div>
      {onCheckAgain && <RetryButton className="button outlined small" onRetry={onCheckAgain} />}
    </div>
  );
}
