import { useEffect, useRef, useState } from 'react';
import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import type { Refusal } from '../desk-api.ts';
import { send, toRefusal } from '../send.ts';
import type { Changed } from './use-switches.ts';

const NO_PRICE = 'Write a price in pounds, as in 36 or 36.50.';

/** `before` is what it cost, and what it costs still unless that was not heard. */
function whyNotSaved({ status, message, isUnheard }: Refusal, name: string, before: number): string {
  if (status === 400 || status === 409) return message;
  return isUnheard
    ? `We do not know whether the price was saved. ${name} cost ${formatPounds(before)} before.`
    : `We could not save the price. ${name} still costs ${formatPounds(before)}.`;
}

/** The price that is being changed in the table: one at a time. */
export function usePrices({ showToast, refresh }: Changed) {
  const [id, setId] = useState<number>();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState('');
  const [isSaving, setSaving] = useState(false);
  const cells = useRef(new Map<number, HTMLButtonElement>());
  /** The price that was just left: its button gets the focus back once it is there again. */
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (id !== undefined || left.current === undefined) return;
    cells.current.get(left.current)?.focus();
    left.current = undefined;
  }, [id]);

  function open({ id, prices }: ListedBouquet): void {
    setId(id);
    setTyped(formatPounds(prices.standard));
    setError('');
  }

  function close(): void {
    left.current = id;
    setId(undefined);
    setError('');
  }

  async function put({ id, name }: ListedBouquet, price: number, seen: number, isTakenBack = false): Promise<void> {
    await send('PUT', `/api/desk/catalogue/${id}/price/`, { price, seen });
    await refresh();
    const takeBack = () =>
      void put({ id, name } as ListedBouquet, seen, price, true).catch((failure) => {
        showToast({ words: whyNotSaved(toRefusal(failure), name, price), isRefusal: true });
      });
    showToast({
      words: `${name} costs ${formatPounds(price)} now.`,
      ...(!isTakenBack && { action: { label: 'Take back', do: takeBack } }),
    });
  }

  async function save(bouquet: ListedBouquet): Promise<void> {
    const price = readPounds(typed ?? '');
    if (price === undefined) return setError(NO_PRICE);
    const seen = bouquet.prices.standard;
    if (price === seen) return close();
    setSaving(true);
    setError('');
    try {
      await put(bouquet, price, seen);
      close();
    } catch (failure) {
      const refusal = toRefusal(failure);
      setError(whyNotSaved(refusal, bouquet.name, seen));
      if (refusal.status === 409) void refresh();
    } finally {
      setSaving(false);
    }
  }

  return { id, typed, error, isSaving, cells, open, close, save, type: setTyped };
}
