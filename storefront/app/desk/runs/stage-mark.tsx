import type { OrderStage } from '#contract/orders.ts';
import type { HandoverOutcome } from '#contract/runs.ts';
import { StageShape } from '../stage-shape.tsx';

const MARKS = {
  'to tie': { words: 'To tie', shape: 'to tie' },
  tied: { words: 'Tied', shape: 'tied' },
  out: { words: 'Out', shape: 'out' },
  delivered: { words: 'Delivered', shape: 'delivered' },
  neighbour: { words: 'With a neighbour', shape: 'neighbour' },
  'nobody in': { words: 'Nobody in', shape: 'not delivered' },
  kept: { words: 'Kept on this phone', shape: 'kept' },
  cancelled: { words: 'Cancelled', shape: 'cancelled' },
} as const;
export type MarkName = keyof typeof MARKS;

/** How a stop stands: the stage, or how the last try to deliver ended. */
export function markOf(stage: OrderStage, outcome: HandoverOutcome | null): MarkName {
  if (stage === 'delivered') return outcome === 'neighbour' ? 'neighbour' : 'delivered';
  if (stage === 'not delivered') return 'nobody in';
  return stage === 'awaiting payment' ? 'to tie' : stage;
}

type Props = {
  name: MarkName;
  hidden?: boolean;
  /** The shape alone on a phone, with its word for those who hear it. */
  isBrief?: boolean;
};

/** A stage is a shape and a word, then a colour. */
export function StageMark({ name, hidden = false, isBrief = false }: Props) {
  const { words, shape } = MARKS[name];
  return (
    <span className="inline-flex items-center gap-2 font-medium whitespace-nowrap" data-stage={name}>
      <StageShape of={shape} />
      <span className={hidden ? 'sr-only' : isBrief ? 'max-tablet:sr-only' : undefined}>{words}</span>
    </span>
  );
}
