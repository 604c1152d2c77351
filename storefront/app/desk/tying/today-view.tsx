import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays, formatDay, relativeDay } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { may } from '#contract/roles.ts';
import type { View } from '../desk-page.tsx';
import { KeysDialog } from '../keys-dialog.tsx';
import { LineBroken, StuckPresses } from '../line-broken.tsx';
import type { MenuHandle } from '../menu.tsx';
import { DeskToastView, useDeskToast } from '../toasts.tsx';
import { useEarly } from '../use-early.ts';
import { useFresh } from '../use-fresh.ts';
import { useKeys } from '../use-keys.ts';
import { ChooseBar } from './choose-bar.tsx';
import { addressOf } from './day-strip.tsx';
import { canTieInFocus, focusNext, moveFocus, orderInFocus } from './focus-ticket.ts';
import { LateRuns } from './late-runs.tsx';
import { LeavingRuns } from './leaving-runs.tsx';
import { missingDayAddress } from './missing-day-data.ts';
import { NoonDial } from './noon-dial.tsx';
import { PeakList } from './peak-list.tsx';
import { printAddress } from './print-menu.tsx';
import { QuietBench } from './quiet-bench.tsx';
import { LinesRail, StageLine, TiedRail, ToTieRail } from './rails.tsx';
import { RunTimeForms } from './run-time.tsx';
import { FindOnSheet, SheetTools } from './sheet-tools.tsx';
import { bookedOn, bouquetsOf, holdOf, summarise } from './ticket-words.ts';
import { moveAddress, type TodayData, todayPath } from './today-data.ts';
import { TroubleList } from './trouble-list.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useChoosing } from './use-choosing.ts';
import { usePresses } from './use-presses.ts';
import { useTiedBefore } from './use-tied-before.ts';
import { useTies } from './use-ties.ts';

/** From so many orders on the sheet is a list unless one wants tickets. */
const PEAK = 60;

const LINES = [
  { of: 'out', words: 'Out', stages: ['out', 'not delivered'] },
  { of: 'delivered', words: 'Delivered', stages: ['delivered'] },
] as const;

const matches = (ticket: SheetTicket, wanted: string) =>
  `${ticket.id} ${ticket.recipient} ${ticket.district} ${bouquetsOf(ticket)}`.toLowerCase().includes(wanted);

/** The sheet of a day: what the hands do next. It keeps itself fresh. */
export const TodayView: View<TodayData> = ({ data: loaded, me }) => {
  const { data: sheet, refresh, isBroken, isAway } = useFresh(todayPath(loaded.day), loaded.sheet);
  const { toast, show, close } = useDeskToast();
  const { day, today, now, runs } = sheet;
  const ties = useTies({ me, isBroken, refresh, say: (words) => show({ words, isRefusal: true }) });
  const { tickets: all, ...presses } = usePresses({ tickets: sheet.tickets, refresh, show, close, ties });
  const navigate = useNavigate();
  const go = (address: string) => void (isAway ? refresh() : navigate(address));

  const [wanted, setWanted] = useState('');
  const [form, setForm] = useState(loaded.form);
  const [isHelping, setHelping] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  const print = useRef<MenuHandle>(null);
  const sheetForm = useRef<HTMLFormElement>(null);

  const ours = all.filter(({ leaves_on, stage }) => leaves_on === day && stage !== 'awaiting payment');
  const shown = wanted ? ours.filter((ticket) => matches(ticket, wanted.toLowerCase().trim())) : ours;
  const choosing = useChoosing(shown, loaded.isChoosing);
  const isList = (form ?? (ours.length >= PEAK ? 'list' : 'tickets')) === 'list';
  const at = (...stages: SheetTicket['stage'][]) => shown.filter(({ stage }) => stages.includes(stage));

  const showNew = useCallback(
    (came: SheetTicket[]) => {
      const [first] = came;
      if (!first) return;
      const words =
        came.length === 1 ? `${bouquetsOf(first)}, ${first.district || first.recipient}` : `${came.length} orders`;
      const weekday = formatDay(first.leaves_on).split(' ')[0];
      const open = { label: 'Open', do: () => void navigate(`/desk/ticket/${first.id}`) };
      show({ words: `New for ${weekday}: ${words}.`, ...(came.length === 1 && { action: open }) });
    },
    [navigate, show],
  );
  const { fresh, arrived } = useArrivals(sheet, showNew);

  const chosen = [...choosing.chosen];
  const tie = (ids: number[]) => {
    const free = at('to tie').filter((ticket) => !holdOf(ticket));
    focusNext(
      ids.filter((id) => free.some((ticket) => ticket.id === id)),
      free.map(({ id }) => id),
    );
    choosing.stop();
    void presses.tie(ids);
  };
  useTiedBefore(loaded.tied, sheet.tickets, presses.takeBack, show);
  useEarly(sheetForm, (early) => {
    for (const id of early.getAll('tie')) choosing.choose(Number(id), true, false);
    setAwake(true);
  });

  const onTicket = (act: (id: number) => unknown) => () => {
    const id = orderInFocus();
    return id === undefined ? false : act(id);
  };
  /** What is not to tie has nothing for this key; what is held says why. */
  const tieInFocus = (id: number) => {
    const ticket = all.find((each) => each.id === id);
    return ticket?.stage === 'to tie' && (holdOf(ticket) !== undefined || canTieInFocus()) && tie([id]);
  };
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowDown: onTicket(() => moveFocus(1)),
    ArrowUp: onTicket(() => moveFocus(-1)),
    t: () => (chosen.length > 0 ? tie(chosen) : onTicket(tieInFocus)()),
    x: onTicket(choosing.toggle),
    ' ': onTicket(choosing.toggle),
    a: onTicket(choosing.chooseRun),
    z: presses.takeBackLast,
    Escape: choosing.stop,
    m: () => go(missingDayAddress(day)),
    p: () => print.current?.open(),
    '[': () => go(addressOf(addDays(day, -1), today)),
    ']': () => go(addressOf(addDays(day, 1), today)),
    '/': () => find.current?.focus(),
    '?': () => setHelping(true),
  });

  const findField = isAwake && <FindOnSheet field={find} wanted={wanted} onType={setWanted} />;
  // A van of a day to come does not leave yet.
  const onLeave = day <= today ? (run: SheetRun, isWithout: boolean) => void presses.leave(run, isWithout) : undefined;
  const onTime = may(me.roles, 'plan runs')
    ? (run: SheetRun, time: string) => void presses.setTime(run, time)
    : undefined;
  const words = relativeDay(day, new Date(now)) === 'tomorrow' ? 'To tie tomorrow' : 'To tie';
  return (
    <div className="desk-page today">
      <LineBroken isBroken={isBroken} waiting={ties.waiting} ofOthers={ties.ofOthers} />
      <StuckPresses stuck={ties.stuck} tryAgain={ties.tryAgain} forget={ties.forget} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-2.5 gap-x-7 items-center max-phone:grid-cols-[minmax(0,1fr)]">
        <div>
          <h1>{formatDay(day)}</h1>
          <p className="text-soft" aria-live="polite">
            {summarise({ ...sheet, tickets: all })}
          </p>
        </div>
        <NoonDial dial={sheet.dial} now={now} />
      </div>
      <SheetTools
        sheet={sheet}
        arrived={arrived}
        choosing={choosing}
        isList={isList}
        print={print}
        asked={loaded.day}
        tickets={ours}
        onSwitch={setForm}
      />
      <form ref={sheetForm} method="post" onSubmit={(event) => event.preventDefault()}>
        <TroubleList tickets={all.filter(({ troubles }) => troubles.length > 0)} day={day} onTied={(id) => tie([id])} />
        {onTime && onLeave && <LateRuns sheet={{ ...sheet, tickets: all }} onLeave={onLeave} onTime={onTime} />}
        <LeavingRuns runs={runs} now={now} onTakeBack={(run) => void presses.takeBackRun(run)} />
        {ours.length === 0 && <QuietBench day={day} today={today} booked={bookedOn(sheet)} />}
        {ours.length > 0 && <StageLine tickets={shown} words={words} isList={isList} find={!isList && findField} />}
        {ours.length > 0 && isList && (
          <PeakList
            tickets={shown}
            runs={runs}
            onOneMore={presses.tieOneMore}
            onChoose={choosing.choose}
            chosen={choosing.chosen}
            fresh={fresh}
            find={findField}
            onLeave={onLeave}
            onTime={onTime}
          />
        )}
        {ours.length > 0 && !isList && (
          <div className="flex gap-6 items-start max-bench:grid max-bench:grid-cols-[minmax(0,1fr)]">
            <ToTieRail
              tickets={at('to tie')}
              runs={runs}
              onTied={(id) => tie([id])}
              onChoose={choosing.isOn ? choosing.choose : undefined}
              chosen={choosing.chosen}
              sending={presses.sending}
              fresh={fresh}
              onTime={onTime}
            />
            {shown.some(({ stage }) => stage !== 'to tie') && (
              <div className="desk-beside grid flex-[0_0_268px] gap-5 min-w-0">
                {at('tied').length > 0 && (
                  <TiedRail tickets={at('tied')} runs={runs} all={ours} kept={ties.kept} onLeave={onLeave} />
                )}
                {LINES.map(
                  ({ of, words: name, stages }) =>
                    at(...stages).length > 0 && (
                      <LinesRail key={of} of={of} words={name} tickets={at(...stages)} runs={runs} />
                    ),
                )}
              </div>
            )}
          </div>
        )}
        {(choosing.isOn || choosing.chosen.size > 0) && (
          <ChooseBar
            runs={runs}
            isAwake={isAwake}
            chosen={choosing.chosen}
            onTied={() => tie(chosen)}
            onPrint={(what) => go(printAddress(what, chosen))}
            onPutOn={(run) => {
              choosing.stop();
              void presses.putOn(run, chosen);
            }}
            onOtherDay={() => go(moveAddress(chosen))}
            onStop={choosing.stop}
          />
        )}
      </form>
      <RunTimeForms runs={runs} onTime={onTime} />
      <button
        type="button"
        className="hidden mt-5 py-3 px-0 border-0 bg-transparent text-mute cursor-pointer [@media(hover:hover)]:inline-block"
        onClick={() => setHelping(true)}
      >
        Keys <kbd>?</kbd>
      </button>
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
      <DeskToastView toast={toast} onClose={close} />
    </div>
  );
};
