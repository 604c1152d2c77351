import { Icon } from '../../ui/icon.tsx';

const STEPS = ['Cart', 'Address', 'Done'];

/** The three steps of buying, with the current one marked. */
export function Steps({ now }: { now: 1 | 2 | 3 }) {
  return (
    <ol
      aria-label="Checkout steps"
      className="flex flex-wrap gap-y-2 items-center gap-2 text-small text-soft tablet:gap-3.5"
    >
      {STEPS.map((words, place) => (
        <Step key={words} number={place + 1} now={now} words={words} />
      ))}
    </ol>
  );
}

function Step({ number, now, words }: { number: number; now: number; words: string }) {
  const style =
    number === now
      ? 'border-marigold bg-marigold text-leaf-900'
      : number < now
        ? 'border-leaf-700 bg-leaf-700 text-on-leaf'
        : 'border-control';
  return (
    <li
      aria-current={number === now ? 'step' : undefined}
      className={`flex items-center gap-2.5 whitespace-nowrap ${number === now ? 'font-semibold text-leaf-900' : ''}`}
    >
      {number > 1 && <span aria-hidden="true" className="h-px w-[clamp(1.125rem,4vw,3.5rem)] bg-control" />}
      <span
        aria-hidden="true"
        className={`num grid size-7 place-items-center rounded-round border-[1.5px] font-semibold text-micro ${style}`}
      >
        {number < now ? <Icon name="check" className="size-4" /> : number}
      </span>
      <span className={number === now ? '' : 'max-tablet:sr-only'}>
        {words}
        {number < now && <span className="sr-only">, done</span>}
      </span>
    </li>
  );
}
