import type { SheetTicket } from '#contract/desk.ts';
import { StageShape } from '../stage-shape.tsx';

const STAGES = ['to tie', 'tied', 'out', 'delivered'] as const;
const classOf = (stage: string) => stage.replace(' ', '-');

/** How far a day is: a line in four parts, and the same in numbers. */
export function ProgressBar({ tickets }: { tickets: SheetTicket[] }) {
  const parts = STAGES.map((stage) => ({ stage, count: tickets.filter((ticket) => ticket.stage === stage).length }));
  let begun = 0;
  return (
    <div className="desk-progress">
      <svg viewBox={`0 0 ${Math.max(1, tickets.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ stage, count }) => {
          const x = begun;
          begun += count;
          return <rect key={stage} className={classOf(stage)} x={x} width={count} height="1" />;
        })}
      </svg>
      <ul>
        {parts.map(({ stage, count }) => (
          <li key={stage}>
            <StageShape of={stage} /> <b>{count}</b> {stage}
          </li>
        ))}
      </ul>
    </div>
  );
}
