import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { addDays, formatDay, relativeDay } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import type { DeskPage } from '../desk-page.ts';
import { TickIcon } from '../icons.tsx';
import type { SentKept } from '../kept-presses.ts';
import { KeysDialog } from '../keys-dialog.tsx';
import { LineBroken, StuckPresses } from '../line-broken.tsx';
import type { MenuHandle } from '../menu.tsx';
import { DeskToastView, useDeskToast } from '../toasts.tsx';
import { useFresh } from '../use-fresh.ts';
import { useKept } from '../use-kept.ts';
import { useKeys } from '../use-keys.ts';
import { ChooseBar } from './choose-bar.tsx';
import { addressOf, DayStrip } from './day-strip.tsx';
import { NoonDial } from './noon-dial.tsx';
import { PeakList } from './peak-list.tsx';
import { PrintMenu, printAddress } from './print-menu.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { LinesRail, RailCounts, TiedRail, ToTieRail } from './rails.tsx';
import { bouquetsOf, summarise } from './ticket-words.ts';
import { moveAddress, type TodayData, todayPath } from './today-data.ts';
import { TroubleList } from './trouble-list.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useChoosing } from './use-choosing.ts';
import { usePresses } from './use-presses.ts';

/** From so many orders on the sheet is a list unless one wants tickets. */
const PEAK = 60;

const matches = (ticket: SheetTicket, wanted: string) =>
  `${ticket.id} ${ticket.recipient} ${ticket.district} ${bouquetsOf(ticket)}`.toLowerCase().includes(wanted);

/** The sheet of a day: what the hands do next. Works without scripts; with them it keeps itself fresh. */
export const TodayView: DeskPage<TodayData>['View'] = ({ data: loaded, me, refused }) => {
  const { data: sheet, refresh, isBroken, isAway } = useFresh(todayPath(loaded.day), loaded.sheet);
  const { toast, show, close } = useDeskToast();
  const { day, today, now, runs } = sheet;
  const sayWhatWasSent = useCallback(
    async ({ words }: SentKept) => {
      if (words.length > 0) show({ words: words.join(' '), isRefusal: true });
      await refresh();
    },
    [show, refresh],
  );
  const kept = useKept({ staff: me.id, isBroken, onSent: sayWhatWasSent });
  const { tickets: all, ...presses } = usePresses({ tickets: sheet.tickets, refresh, show, kept });
  const navigate = useNavigate();
  const go = (address: string) => void (isAway ? refresh() : navigate(address));

  const [wanted, setWanted] = useState('');
  const [form, setForm] = useState(loaded.form);
  const [isHelping, setHelping] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const find = useRef<HTMLInputElement>(null);
  const print = useRef<MenuHandle>(null);

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
    choosing.stop();
    void presses.tie(ids);
  };
  useTiedBefore(loaded.tied, sheet.tickets, presses.takeBack, show);
  useEffect(() => setAwake(true), []);

  const focused = () =>
    Number(document.activeElement?.closest<HTMLElement>('[data-order]')?.dataset.order) || undefined;
  const move = (by: 1 | -1, from = focused()) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-order] .desk-ticket-name')];
    const here = links.findIndex((link) => link.closest<HTMLElement>('[data-order]')?.dataset.order === String(from));
    const next = links[here < 0 ? 0 : here + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const onTicket = (act: (id: number) => void) => () => {
    const id = focused();
    if (id === undefined) return false;
    act(id);
    return true;
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: onTicket((id) => move(1, id)),
    ArrowUp: onTicket((id) => move(-1, id)),
    t: () => (chosen.length > 0 ? tie(chosen) : onTicket((id) => tie([id]))()),
    x: onTicket(choosing.toggle),
    ' ': onTicket(choosing.toggle),
    a: onTicket(choosing.chooseRun),
    z: presses.takeBackLast,
    Escape: choosing.stop,
    p: () => print.current?.open(),
    '[': () => go(addressOf(addDays(day, -1), today)),
    ']': () => go(addressOf(addDays(day, 1), today)),
    '/': () => find.current?.focus(),
    '?': () => setHelping(true),
  });

  const findField = isAwake && (
    <div className="desk-find">
      {/* No label around it: WebKit would count the placeholder and the cross within the field to its name. */}
      <input
        ref={find}
        type="search"
        aria-label="Find on this sheet"
        placeholder="Order, name, district"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
    </div>
  );
  // A van of a day to come does not leave yet.
  const onLeave = day <= today ? (run: SheetRun, isWithout: boolean) => void presses.leave(run, isWithout) : undefined;
  const words = relativeDay(day, new Date(now)) === 'tomorrow' ? 'To tie tomorrow' : 'To tie';
  return (
    <div className="desk-page today">
      <LineBroken isBroken={isBroken} kept={kept.waiting} />
      <StuckPresses stuck={kept.stuck} onTryAgain={kept.tryAgain} onDrop={kept.forget} />
      {refused && (
        <p className="desk-refused" role="alert">
          {Object.values(refused).flat().join(' ')}
        </p>
      )}
      <div className="desk-day-head">
        <div>
          <h1>{formatDay(day)}</h1>
          <p className="desk-soft" aria-live="polite">
            {summarise({ ...sheet, tickets: all })}
          </p>
        </div>
        <NoonDial dial={sheet.dial} now={now} />
      </div>
      <div className="desk-tools">
        <DayStrip today={sheet} arrived={arrived} />
        {ours.length > 0 && (
          <div className="desk-acts">
            <FormSwitch isList={isList} day={loaded.day} onSwitch={setForm} />
            {!isList && (
              <Link
                className="desk-button plain"
                to={`${addressOf(day, today)}${day === today ? '?' : '&'}choose=1`}
                aria-pressed={choosing.isOn}
                role="button"
                data-here=""
                onClick={(event) => {
                  event.preventDefault();
                  if (choosing.isOn) choosing.stop();
                  else choosing.start();
                }}
              >
                <TickIcon /> Choose
              </Link>
            )}
            <PrintMenu day={day} runs={runs} tickets={ours} chosen={choosing.chosen} handle={print} />
          </div>
        )}
      </div>
      <form method="post">
        {loaded.day !== undefined && <input type="hidden" name="day" value={loaded.day} />}
        {!isAwake && loaded.tied.length > 0 && (
          <p className="desk-tied-before">
            Tied: order {loaded.tied.join(', ')}.{' '}
            <button type="submit" className="desk-button plain" name="take-back" value={loaded.tied.join(',')}>
              Take back
            </button>
          </p>
        )}
        <TroubleList tickets={all.filter(({ troubles }) => troubles.length > 0)} day={day} onTied={(id) => tie([id])} />
        {ours.length === 0 && <QuietBench day={day} today={today} />}
        {ours.length > 0 && isList && (
          <>
            <ProgressBar tickets={ours} />
            <PeakList
              tickets={shown}
              runs={runs}
              onOneMore={presses.tieOneMore}
              onChoose={choosing.choose}
              chosen={choosing.chosen}
              fresh={fresh}
              find={findField}
              onLeave={onLeave}
            />
          </>
        )}
        {ours.length > 0 && !isList && (
          <div className="desk-rails">
            <RailCounts tickets={shown} />
            <ToTieRail
              tickets={at('to tie')}
              runs={runs}
              words={words}
              onTied={(id) => tie([id])}
              onChoose={choosing.isOn ? choosing.choose : undefined}
              chosen={choosing.chosen}
              sending={presses.sending}
              fresh={fresh}
              find={findField}
            />
            <TiedRail tickets={at('tied')} runs={runs} all={ours} kept={kept.kept} onLeave={onLeave} />
            <div className="desk-duo">
              <LinesRail of="out" words="Out" tickets={at('out', 'not delivered')} runs={runs} />
              <LinesRail of="delivered" words="Delivered" tickets={at('delivered')} runs={runs} />
            </div>
          </div>
        )}
        {(choosing.isOn || choosing.chosen.size > 0) && (
          <ChooseBar
            {...{ runs, isAwake }}
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
      <button type="button" className="desk-keys-hint" onClick={() => setHelping(true)}>
        Keys <kbd>?</kbd>
      </button>
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
      <DeskToastView toast={toast} onClose={close} />
    </div>
  );
};

type Switch = { isList: boolean; day: string | undefined; onSwitch: (form: 'tickets' | 'list') => void };

function FormSwitch({ isList, day, onSwitch }: Switch) {
  const address = (form: string) => `/desk?${new URLSearchParams({ ...(day && { day }), form })}`;
  return (
    <nav className="desk-switch" aria-label="Form">
      {(['tickets', 'list'] as const).map((form) => (
        <Link
          key={form}
          to={address(form)}
          data-here=""
          aria-current={isList === (form === 'list') ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            onSwitch(form);
          }}
        >
          {form === 'list' ? 'List' : 'Tickets'}
        </Link>
      ))}
    </nav>
  );
}

function QuietBench({ day, today }: { day: string; today: string }) {
  return (
    <div className="desk-calm">
      <h2>A quiet bench.</h2>
      <p className="desk-soft">
        {day < today
          ? `Nothing left the shop on ${formatDay(day)}.`
          : `Nothing is booked for ${formatDay(day).split(' ')[0]} so far. Orders appear here by themselves; there is no need to refresh.`}
      </p>
      {day !== today && (
        <Link className="desk-button" to="/desk">
          Back to today
        </Link>
      )}
    </div>
  );
}

type Show = ReturnType<typeof useDeskToast>['show'];

/** What was tied on another page can be taken back here for six seconds. */
function useTiedBefore(tied: number[], tickets: SheetTicket[], takeBack: (ids: number[]) => Promise<void>, show: Show) {
  const latest = useRef({ tickets, takeBack });
  useEffect(() => {
    latest.current = { tickets, takeBack };
  });
  const key = tied.join(',');
  useEffect(() => {
    if (key === '') return;
    const ids = key.split(',').map(Number);
    const only = latest.current.tickets.find(({ id }) => id === ids[0]);
    const words =
      ids.length === 1 && only
        ? `Tied: ${bouquetsOf(only)}, ${only.district || only.recipient}.`
        : `${ids.length} tied.`;
    show({ words, action: { label: 'Take back', do: () => void latest.current.takeBack(ids) } });
  }, [key, show]);
}
