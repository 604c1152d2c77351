import { capitalise } from '#contract/capitalise.ts';
import { whenWords } from '#contract/moments.ts';
import type { OrderDelivery } from '#contract/order-delivery.ts';
import { Icon } from '../../ui/icon.tsx';

type Steps = Pick<OrderDelivery, 'tied_at' | 'out_at' | 'delivered_at' | 'stage'> & { ordered_at?: string | null };

/** The steps that were taken, with their moment, and those to come. */
export function DeliverySteps({ steps, now }: { steps: Steps; now: Date }) {
  const all = [
    ...(steps.ordered_at === undefined ? [] : [{ words: 'Ordered', at: steps.ordered_at, isDone: true }]),
    { words: 'Tied', at: steps.tied_at, isDone: !['to tie', 'cancelled'].includes(steps.stage) },
    { words: 'On its way', at: steps.out_at, isDone: ['out', 'not delivered', 'delivered'].includes(steps.stage) },
    { words: 'Delivered', at: steps.delivered_at, isDone: steps.stage === 'delivered' },
  ];
  return (
    <ol aria-label="How far it is" className="grid gap-x-4 gap-y-4 tablet:grid-flow-col tablet:auto-cols-fr">
      {all.map(({ words, at, isDone }) => (
        <li
          key={words}
          className={`grid grid-cols-[auto_1fr] items-center gap-x-3 border-t-2 pt-3 tablet:grid-cols-1 tablet:gap-y-2 ${isDone ? 'border-leaf-700' : 'border-line text-soft'}`}
        >
          <span
            className={`grid size-8 place-items-center rounded-full border-2 ${isDone ? 'border-leaf-700 bg-leaf-700 text-on-leaf' : 'border-control'}`}
          >
            {isDone && <Icon name="check" className="size-4" />}
          </span>
          <span>
            <b className="block font-semibold">
              {words}
              {!isDone && <span className="sr-only">, still to come</span>}
            </b>
            <span className="num block min-h-6 text-small text-soft">{at && capitalise(whenWords(at, now))}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
