import type { SheetRun } from '#contract/desk.ts';
import { CrossIcon } from '../icons.tsx';
import { Menu } from '../menu.tsx';

type Props = {
  chosen: ReadonlySet<number>;
  runs: SheetRun[];
  /** Scripts run: until then nobody knows here what is chosen. */
  isAwake: boolean;
  onTied: () => void;
  onPrint: (what: 'cards' | 'tickets') => void;
  onPutOn: (run: SheetRun) => void;
  onOtherDay: () => void;
  onStop: () => void;
};

const ON_BAR =
  'desk-button plain text-inherit not-disabled:hover:bg-leaf-700 disabled:bg-transparent disabled:text-on-leaf-soft';
const IN_MENU = 'desk-button plain justify-start disabled:bg-transparent focus-visible:outline-leaf-700';

const PAPERS = { tickets: 'Work tickets', cards: 'Gift cards' } as const;

/** What can be done with all that are chosen. */
export function ChooseBar({ chosen, runs, isAwake, onTied, onPrint, onPutOn, onOtherDay, onStop }: Props) {
  const disabled = isAwake && chosen.size === 0;
  const press = (act: () => void) => (event: React.MouseEvent) => {
    event.preventDefault();
    act();
  };
  const papers = (look: string) =>
    (['tickets', 'cards'] as const).map((what) => (
      <button
        key={what}
        type="submit"
        className={look}
        name="print"
        value={what}
        disabled={disabled}
        onClick={press(() => onPrint(what))}
      >
        {PAPERS[what]}
      </button>
    ));
  const others = runs
    .filter(({ left_at }) => left_at === null)
    .map((run) => (
      <button
        key={run.id}
        type="submit"
        className={IN_MENU}
        name="put-on"
        value={run.id}
        disabled={disabled}
        onClick={press(() => onPutOn(run))}
      >
        Run {run.number}, leaves {run.leaves_at}
      </button>
    ));
  const otherDay = (look: string) => (
    <button type="submit" className={look} name="other-day" value="yes" disabled={disabled} onClick={press(onOtherDay)}>
      Other day
    </button>
  );
  return (
    <div
      className="fixed z-20 bottom-5 left-1/2 flex items-center gap-1.5 max-w-[calc(100vw_-_16px)] py-2.5 pr-2.5 pl-5.5 rounded-round bg-leaf-900 text-on-leaf whitespace-nowrap [translate:-50%_0] max-phone:bottom-19 max-phone:w-[calc(100vw_-_16px)] on-leaf"
      role="toolbar"
      aria-label={`With the ${chosen.size} chosen`}
    >
      <b className="mr-2.5 max-phone:mr-0.5">{chosen.size} chosen</b>
      <button
        type="submit"
        className="desk-button enabled:bg-lift enabled:text-leaf-900"
        disabled={disabled}
        onClick={press(onTied)}
      >
        Tied
      </button>
      <span className="max-[800px]:hidden">{papers(ON_BAR)}</span>
      {others.length > 0 && (
        <span className="max-[800px]:hidden">
          <Menu look={ON_BAR} words="Other run" isUpwards>
            {others}
          </Menu>
        </span>
      )}
      <span className="max-[800px]:hidden">{otherDay(ON_BAR)}</span>
      <span className="hidden max-[800px]:block">
        <Menu look={ON_BAR} words="More" isUpwards>
          {papers(IN_MENU)}
          {others}
          {otherDay(IN_MENU)}
        </Menu>
      </span>
      <button
        type="button"
        className="desk-round text-inherit hover:bg-leaf-700 max-phone:ml-auto"
        onClick={onStop}
        aria-label="Choose none"
      >
        <CrossIcon />
      </button>
    </div>
  );
}
