import { useState } from 'react';
import type { ListedBouquet, SetOnSale } from '#contract/desk-catalogue.ts';
import { send, toRefusal } from '../send.ts';
import type { DeskToast } from '../toasts.tsx';

export type Changed = { showToast(toast: Omit<DeskToast, 'id'>): void; refresh(): Promise<void> };
type Status = SetOnSale['status'];

const WORDS: Record<Status, string> = { on_sale: 'on sale', sold_out: 'sold out' };

/** The switches of the table: a press shows at once, and goes back if the shop does not agree. */
export function useSwitches({ showToast, refresh }: Changed) {
  const [pressed, setPressed] = useState<ReadonlyMap<number, Status>>(new Map());

  async function set({ id, name, status: before }: ListedBouquet, status: Status, isTakenBack = false): Promise<void> {
    setPressed((known) => new Map(known).set(id, status));
    try {
      await send('PUT', `/api/desk/catalogue/${id}/status/`, { status });
      await refresh();
      showToast({
        words: `${name} is ${WORDS[status]}.`,
        ...(!isTakenBack && {
          action: {
            label: 'Take back',
            do: () => void set({ id, name, status } as ListedBouquet, before as Status, true),
          },
        }),
      });
    } catch (error) {
      const { status: answer, message, isUnheard } = toRefusal(error);
      const was = before === 'withdrawn' ? 'hidden' : WORDS[before];
      const words = isUnheard
        ? `We do not know whether that was changed. ${name} was ${was} before.`
        : `We could not change that. ${name} is still ${was}.`;
      showToast({ words: answer === 409 ? message : words, isRefusal: true });
    } finally {
      setPressed((known) => new Map([...known].filter(([other]) => other !== id)));
    }
  }

  return { statusOf: ({ id, status }: ListedBouquet) => pressed.get(id) ?? status, set };
}
