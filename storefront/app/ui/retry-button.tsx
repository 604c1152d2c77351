type Props = { className: string; onRetry: () => void };

/** Tries once more. The button goes while that is tried: the focus falls back on the page, not on nothing. */
export function RetryButton({ className, onRetry }: Props) {
  const retry = () => {
    document.getElementById('main')?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <button type="button" className={className} onClick={retry}>
      Try again
    </button>
  );
}
