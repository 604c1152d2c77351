import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { ApiError } from '../api/api-error.ts';
import { changes, newKey } from '../api/changes.ts';
import { detailOf } from '../api/failure-words.ts';
import type { Outcome, PendingChange } from '../api/pending-changes.ts';
import { clearPendingProduct, findPendingProduct } from '../session/pending-product.ts';
import { currentEra, isSignedIn, sessionId, watchSession } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';
import { refetchCartNow, showCartChanged, storeResponse } from './cart-store.ts';
import { toAddition } from './put-in-cart.ts';
import { showAddError } from './show-add-error.tsx';
import { showAdded } from './show-added.tsx';

let running: Promise<void> | undefined;

/** Sends what earlier pages could not, once for each page: resolves when the shop has heard of it, or cannot be reached. */
export function resendChanges(): Promise<void> {
  running ??= changes.resend(hear);
  return running;
}

function hear({ method, path, body }: PendingChange, outcome: Outcome): void {
  if (method === 'POST') hearOfAddition(body, outcome);
  else if (outcome.is !== 'done' && !isGone(outcome)) sayNotSaved(outcome);
  if (!path.startsWith('/api/user/orders/')) return;
  if (method !== 'POST') refetchCartNow();
  showCartChanged();
}

function hearOfAddition(wanted: unknown, outcome: Outcome): void {
  if (outcome.is === 'too-old') {
    void showToast('A bouquet you chose earlier could not be added to your cart.', 'error');
  } else if (outcome.is === 'refused') showAddError(outcome.error);
  else {
    storeResponse(outcome.response);
    showAdded(nameOf(wanted, outcome.response) ?? 'Your bouquet');
  }
}

/** The name of the bouquet that was wanted, as it stands in the order now; none if there were several. */
function nameOf(wanted: unknown, answer: unknown): string | undefined {
  const [only, ...others] = (wanted as Partial<Order>).order_items ?? [];
  const lines = (answer as Partial<Order>).order_items ?? [];
  return others.length === 0 ? lines.find(({ product }) => product === only?.product)?.name : undefined;
}

/** It is gone already: removed when the answer was lost, or with what it was part of. */
const isGone = (outcome: Outcome) =>
  outcome.is === 'refused' && outcome.error instanceof ApiError && outcome.error.status === 404;

function sayNotSaved(outcome: Outcome): void {
  const error = outcome.is === 'refused' ? outcome.error : undefined;
  const detail = error instanceof ApiError ? detailOf(error.body) : undefined;
  void showToast(detail ?? 'A change you made earlier could not be saved.', 'error');
}

/** Takes over what made somebody sign in: from now on it is kept as theirs. */
function adoptHeldProduct(): boolean {
  const product = isSignedIn() ? findPendingProduct() : undefined;
  if (!product) return false;
  changes.record({ key: newKey(), ...toAddition([{ product, quantity: 1 }]) });
  clearPendingProduct();
  return true;
}

const again = () => {
  running = undefined;
  void resendChanges();
};

/** Tries once more what was not answered, with every page that is opened. */
export function useSendingWithPages(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = pathname;
    if (isSignedIn() && changes.hasOwn()) again();
  }, [pathname]);
}

/** Sends what is left over now, after signing in, and when there is a network again. What it returns ends that. */
export function startSending(): () => void {
  let [era, session] = [currentEra(), sessionId()];
  const follow = () => {
    if (currentEra() !== era) changes.clearUnowned();
    const isOther = sessionId() !== session;
    [era, session] = [currentEra(), sessionId()];
    if (adoptHeldProduct() || isOther) again();
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && again();
  const leave = () => changes.flush();
  const end = watchSession(follow);
  addEventListener('online', again);
  addEventListener('pageshow', comeBack);
  addEventListener('pagehide', leave);
  adoptHeldProduct();
  void resendChanges();
  return () => {
    end();
    removeEventListener('online', again);
    removeEventListener('pageshow', comeBack);
    removeEventListener('pagehide', leave);
  };
}
