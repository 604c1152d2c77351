import type { ReactNode } from 'react';
import { showToast } from '../ui/toast/toast.tsx';
import { ToastWords } from '../ui/toast/toast-words.tsx';
import { ApiError } from './api-error.ts';
import { isTransient } from './changes/pending-changes.ts';
import { detailOf, helpFor } from './failure-words.ts';

type Failure = {
  error: unknown;
  /** Under the message, in place of what is known of the network. */
  help?: ReactNode;
  /** Offered where it may succeed. */
  onRetry?: (() => void) | undefined;
  about?: string;
};

/** Shows what failed: the message alone, and apart under it what helps. Nothing that was shown as failed is done later by itself. */
export function showFailure(words: string, { error, help = helpFor(error), onRetry, about = words }: Failure): void {
  const action = onRetry && isTransient(error) ? { label: 'Try again' as const, onPress: onRetry } : undefined;
  void showToast(<ToastWords words={words} help={help} {...(action && { action })} />, 'error', { about });
}

/** The same of a change of the cart: what the shop says of the field, or at all, else the specification's words. */
export function showCartFailure(error: unknown, reason: string | undefined, onRetry?: () => void): void {
  const detail = error instanceof ApiError ? detailOf(error.body) : undefined;
  showFailure(reason ?? detail ?? 'An error occurred', { error, onRetry });
}
