import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { describeLine } from '#contract/line-words.ts';
import { ApiError } from '../../api/api-error.ts';
import { changes, newKey } from '../../api/changes/changes.ts';
import type { Outcome, PendingChange } from '../../api/changes/pending-changes.ts';
import { detailOf } from '../../api/failure-words.ts';
import { toRecord } from '../../api/to-record.ts';
import { clearPendingProductOfTab, readPendingProductOfTab } from '../../session/pending-product.ts';
import { isSignedIn, sessionGeneration, sessionId, subscribeToSession } from '../../session/session-store.ts';
import { showToast } from '../../ui/toast/toast.tsx';
import { notifyCartChanged, refetchCartSummaryNow, storeAddResponse } from '../cart-store.ts';
import { dropNoteOfOthers } from '../note/note-draft-store.ts';
import { showAddError } from '../show-add-error.tsx';
import { showAdded } from '../show-added.tsx';
import { toAddRequest } from './put-in-cart.ts';

let running: Promise<void> | undefined;

/** Resends what earlier pages could not send, once for each page. Resolves also if the shop is not reached. */
export function resendChanges(): Promise<void> {
  running ??= changes.resend(handleOutcome);
  return running;
}

function handleOutcome({ method, path, body }: PendingChange, outcome: Outcome): void {
  if (method === 'POST') handleAddOutcome(body, outcome);
  else if (outcome.is !== 'done' && !isGone(outcome)) showNotSaved(outcome);
  if (!path.startsWith('/api/user/orders/')) return;
  if (method !== 'POST') refetchCartSummaryNow();
  notifyCartChanged();
}

function handleAddOutcome(requestBody: unknown, outcome: Outcome): void {
  if (outcome.is === 'too-old') {
    void showToast('A bouquet you chose earlier could not be added to your cart.', 'error');
  } else if (outcome.is === 'refused') showAddError(outcome.error);
  else {
    storeAddResponse(outcome.response);
    showAdded(nameOf(requestBody, outcome.response) ?? 'Your bouquet');
  }
}

/** The name of the bouquet that was added, from the order that the shop returned; undefined if there were several. */
function nameOf(requestBody: unknown, response: unknown): string | undefined {
  const [only, ...others] = itemsIn(requestBody);
  const wanted = only?.size === 'large' || only?.size === 'grand' ? only.size : 'standard';
  const isIt = (item: Record<string, unknown>) =>
    item.product === only?.product && item.size === wanted && idsOf(item.extras) === String(only?.extras ?? []);
  const line = itemsIn(response).find(isIt);
  if (others.length > 0 || typeof line?.name !== 'string') return undefined;
  const extras = listOf(line.extras).map(({ name }) => ({ name: String(name) }));
  return describeLine({ name: line.name, size: wanted, extras });
}

const itemsIn = (json: unknown) => listOf(toRecord(json).order_items);
const listOf = (json: unknown): Record<string, unknown>[] => (Array.isArray(json) ? json.map(toRecord) : []);
const idsOf = (extras: unknown) => String(listOf(extras).map(({ id }) => id));

/** It is gone already: removed by the call whose response was lost, or together with its order. */
const isGone = (outcome: Outcome) =>
  outcome.is === 'refused' && outcome.error instanceof ApiError && outcome.error.status === 404;

function showNotSaved(outcome: Outcome): void {
  const error = outcome.is === 'refused' ? outcome.error : undefined;
  const detail = error instanceof ApiError ? detailOf(error.body) : undefined;
  void showToast(detail ?? 'A change you made earlier could not be saved.', 'error');
}

/** Records the bouquet that made somebody sign in as a change of theirs. */
function adoptPendingProduct(): boolean {
  const item = isSignedIn() ? readPendingProductOfTab() : undefined;
  if (!item) return false;
  changes.record({ key: newKey(), ...toAddRequest([item]) });
  clearPendingProductOfTab();
  return true;
}

const resendAgain = () => {
  running = undefined;
  void resendChanges();
};

/** Resends what was not answered whenever another page is opened. */
export function useResendOnNavigation(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = pathname;
    if (isSignedIn() && changes.hasOwn()) resendAgain();
  }, [pathname]);
}

/** Resends now, after signing in, and when the network is back. Returns a function that ends that. */
export function startResending(): () => void {
  let [era, session] = [sessionGeneration(), sessionId()];
  const follow = () => {
    if (sessionGeneration() !== era) changes.clearUnowned();
    dropNoteOfOthers();
    const isOther = sessionId() !== session;
    [era, session] = [sessionGeneration(), sessionId()];
    if (adoptPendingProduct() || isOther) resendAgain();
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && resendAgain();
  const leave = () => changes.flush();
  const end = subscribeToSession(follow);
  addEventListener('online', resendAgain);
  addEventListener('pageshow', comeBack);
  addEventListener('pagehide', leave);
  dropNoteOfOthers();
  adoptPendingProduct();
  void resendChanges();
  return () => {
    end();
    removeEventListener('online', resendAgain);
    removeEventListener('pageshow', comeBack);
    removeEventListener('pagehide', leave);
  };
}
