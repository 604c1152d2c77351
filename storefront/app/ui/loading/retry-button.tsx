type Props = { className: string; onRetry: () => void };

/** Retries. The button disappears meanwhile, so the focus moves to `main` rather than getting lost. */
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
