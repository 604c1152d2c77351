import type { SheetRun } from '#contract/desk.ts';
import { CrossIcon } from '../icons.tsx';
import { Menu } from '../menu.tsx';

type Given = {
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

const PAPERS = { tickets: 'Work tickets', cards: 'Gift cards' } as const;

/** What can be done with all that are chosen. Each button is one of the form, so it works without scripts as well. */
export function ChooseBar({ chosen, runs, isAwake, onTied, onPrint, onPutOn, onOtherDay, onStop }: Given) {
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
        className="desk-button plain"
        name="put-on"
        value={run.id}
        disabled={disabled}
        onClick={press(() => onPutOn(run))}
      >
        Run {run.number}, leaves {run.leaves_at}
      </button>
    ));
  const otherDay = (
    <button
      type="submit"
      className="desk-button plain"
      name="other-day"
      value="yes"
      disabled={disabled}
      onClick={press(onOtherDay)}
    >
      Other day
    </button>
  );
  return (
    <div className="desk-choose-bar on-leaf" role="toolbar" aria-label={`With the ${chosen.size} chosen`}>
      <b>{chosen.size} chosen</b>
      <button type="submit" className="desk-button" disabled={disabled} onClick={press(onTied)}>
        Tied
      </button>
      <span className="max-[800px]:hidden">{papers('desk-button plain')}</span>
      {others.length > 0 && (
        <span className="max-[800px]:hidden">
          <Menu look="desk-button plain" words="Other run" isUpwards>
            {others}
          </Menu>
        </span>
      )}
      <span className="max-[800px]:hidden">{otherDay}</span>
      <span className="hidden max-[800px]:block">
        <Menu look="desk-button plain" words="More" isUpwards>
          {papers('desk-button plain')}
          {others}
          {otherDay}
        </Menu>
      </span>
      <button type="button" className="desk-round" onClick={onStop} aria-label="Choose none">
        <CrossIcon />
      </button>
    </div>
  );
}
