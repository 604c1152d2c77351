import { useEffect, useState } from 'react';
import type { SheetRun } from '#contract/desk.ts';
import { readTime } from '#contract/runs.ts';
import { Menu } from '../menu.tsx';
import { TimeField } from '../runs/time-field.tsx';

type Props = { run: SheetRun; onTime: ((run: SheetRun, time: string) => void) | undefined };

/**
 * When a run leaves, pressed to change it. Its field belongs to a form of its own at the end of the page (`RunTimeForms`): in the
 * form of the sheet, Enter would tie the first ticket.
 */
export function RunTime({ run, onTime }: Props) {
  const { id, number, leaves_at } = run;
  const [time, setTime] = useState(leaves_at);
  useEffect(() => setTime(leaves_at), [leaves_at]);
  const words = (
    <>
      <span>leaves</span> <b>{leaves_at}</b>
    </>
  );
  if (!onTime) return <p>{words}</p>;
  return (
    <Menu look="desk-when" words={words}>
      <TimeField
        key={leaves_at}
        name="time"
        time={leaves_at}
        label={`Run ${number} leaves at`}
        form={formOf(id)}
        onTyped={setTime}
      />
      <button type="submit" form={formOf(id)} className="desk-button">
        Run {number} leaves at {readTime(time) ?? '…'}
      </button>
    </Menu>
  );
}

const formOf = (run: number): string => `run-time-${run}`;

/** One for each run, since forms do not stand in one another. */
export const RunTimeForms = ({ runs, onTime }: { runs: SheetRun[] } & Pick<Props, 'onTime'>) =>
  runs.map((run) => (
    <form
      key={run.id}
      id={formOf(run.id)}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        const time = readTime(String(new FormData(event.currentTarget).get('time')));
        if (time !== undefined) onTime?.(run, time);
      }}
    />
  ));
