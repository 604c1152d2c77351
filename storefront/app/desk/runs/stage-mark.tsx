import type { ReactNode } from 'react';
import type { OrderStage } from '#contract/orders.ts';
import type { HandoverOutcome } from '#contract/runs.ts';

type Mark = { words: string; shape: ReactNode };

const TICK = 'm6 10.3 2.8 2.8L14 7.7';
const MARKS = {
  'to tie': { words: 'To tie', shape: <circle cx="10" cy="10" r="7.5" className="ring" /> },
  tied: {
    words: 'Tied',
    shape: (
      <>
        <path d="M10 10 2.5 4.8v10.4zM10 10l7.5-5.2v10.4z" className="bow" />
        <circle cx="10" cy="10" r="2.6" className="knot" />
      </>
    ),
  },
  out: { words: 'Out', shape: <path d="M4 3.5 17 10 4 16.5z" className="van" /> },
  delivered: {
    words: 'Delivered',
    shape: (
      <>
        <circle cx="10" cy="10" r="8.5" className="disc" />
        <path d={TICK} className="tick" />
      </>
    ),
  },
  neighbour: {
    words: 'With a neighbour',
    shape: (
      <>
        <path d="m2 10.5 8-7.5 8 7.5V18H2z" className="disc" />
        <path d="m6.5 11.5 2.5 2.5 4.5-4.7" className="tick" />
      </>
    ),
  },
  'nobody in': {
    words: 'Nobody in',
    shape: (
      <>
        <path d="M10 1.5 18.5 10 10 18.5 1.5 10z" className="diamond" />
        <path d="M10 6v5M10 13.5v.1" className="diamond" />
      </>
    ),
  },
  kept: {
    words: 'Kept on this phone',
    shape: (
      <>
        <circle cx="10" cy="10" r="7.5" className="dashed" />
        <path d="M10 13.5v-6M7.5 9.5 10 7l2.5 2.5" className="arrow" />
      </>
    ),
  },
  cancelled: {
    words: 'Cancelled',
    shape: <path d="M4 16 16 4M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z" className="ring" />,
  },
} satisfies Record<string, Mark>;
export type MarkName = keyof typeof MARKS;

/** How a stop stands: the stage, or how the last try to deliver ended. */
export function markOf(stage: OrderStage, outcome: HandoverOutcome | null): MarkName {
  if (stage === 'delivered') return outcome === 'neighbour' ? 'neighbour' : 'delivered';
  if (stage === 'not delivered') return 'nobody in';
  return stage === 'awaiting payment' ? 'to tie' : stage;
}

/** A stage is a shape and a word, then a colour. */
export function StageMark({ name, hidden = false }: { name: MarkName; hidden?: boolean }) {
  const { words, shape } = MARKS[name];
  return (
    <span className="stage-mark inline-flex items-center gap-2 font-medium whitespace-nowrap" data-stage={name}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {shape}
      </svg>
      <span className={hidden ? 'sr-only' : undefined}>{words}</span>
    </span>
  );
}
