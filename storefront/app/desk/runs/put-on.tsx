import { Form } from 'react-router';
import type { Run, RunStop } from '#contract/runs.ts';

/** Where a run begins on the page: there the focus goes on when nothing else is left to press. */
export const runHeading = (run: number): string => `run-${run}`;

/** A button for each run that has not left. */
export function PutOn({ day, runs, orders }: { day: string; runs: Run[]; orders: number[] }) {
  const open = runs.filter(({ left_at }) => !left_at);
  if (open.length === 0) return <p className="text-soft">Make a run first.</p>;
  return (
    <Form method="post" className="dl-line" preventScrollReset>
      <input type="hidden" name="do" value="put" />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="orders" value={orders.join()} />
      {open.map(({ id, number }) => (
        <button
          key={id}
          type="submit"
          name="run"
          value={id}
          className="desk-button line"
          data-next={`put on run ${id}`}
          data-after={runHeading(id)}
        >
          Put on run {number}
        </button>
      ))}
    </Form>
  );
}

type MoveProps = { day: string; stop: RunStop; runs: Run[]; on?: number };

/** One stop onto another run, at one press. */
export function MoveStop({ day, stop, runs, on }: MoveProps) {
  const others = runs.filter(({ id, left_at }) => !left_at && id !== on);
  if (others.length === 0 || stop.not_to_send) return null;
  return (
    <Form
      method="post"
      className="flex flex-wrap [grid-column:4_/_-1] min-[1100px]:[grid-column:auto] min-[1100px]:justify-end"
      preventScrollReset
    >
      <input type="hidden" name="do" value="put" />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="orders" value={stop.order} />
      {others.map(({ id, number }) => (
        <button
          key={id}
          type="submit"
          name="run"
          value={id}
          className="desk-button plain min-h-11 px-2.5"
          data-next={`to run ${id}`}
          data-after={runHeading(id)}
          aria-label={`To run ${number}: ${stop.name}, order ${stop.order}`}
        >
          To run {number}
        </button>
      ))}
    </Form>
  );
}
