import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Ticket } from '#contract/desk.ts';
import { nameInSize, SIZE_NAMES } from '#contract/line-words.ts';
import type { Me } from '#contract/staff.ts';
import type { View } from '../desk-page.tsx';
import { PrinterIcon } from '../icons.tsx';
import { KeysDialog } from '../keys-dialog.tsx';
import { LineBroken, StuckPresses } from '../line-broken.tsx';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { useFresh } from '../use-fresh.ts';
import { useKeys } from '../use-keys.ts';
import { Flags } from './flags.tsx';
import { printAddress } from './print-menu.tsx';
import { RecipeList } from './recipe-list.tsx';
import { lineOnBench, type TicketData, type TicketLine } from './ticket-data.ts';
import { TicketHead } from './ticket-head.tsx';
import { TicketPicture } from './ticket-picture.tsx';
import { Saying, Waiting } from './ticket-sayings.tsx';
import { useAwake } from './use-awake.ts';
import { useTicketPresses } from './use-ticket-presses.ts';
import { useTicks } from './use-ticks.ts';

export const TicketView: View<TicketData> = ({ data, me }) => {
  const {
    data: ticket,
    refresh,
    isBroken,
    isAway,
  } = useFresh(`/api/desk/orders/${data.ticket.id}/ticket/`, data.ticket);
  const line = lineOnBench(ticket, data.line);
  if (!line) return null;
  return (
    <OpenTicket
      key={`${ticket.id} ${line.id}`}
      ticket={ticket}
      line={line}
      refresh={refresh}
      isBroken={isBroken}
      isAway={isAway}
      me={me}
      isInTurn={data.isInTurn}
    />
  );
};

type Props = {
  ticket: Ticket;
  line: TicketLine;
  refresh: () => Promise<void>;
  isBroken: boolean;
  isAway: boolean;
  me: Me;
  isInTurn: boolean;
};

function OpenTicket({ ticket, line, refresh, isBroken, isAway, me, isInTurn }: Props) {
  const { id, lines, after, before } = ticket;
  const navigate = useNavigate();
  const go = (address: string) => void (isAway ? refresh() : navigate(address));
  const recipe = useRef<HTMLUListElement>(null);
  const { ticks, toggle, clear } = useTicks(line.id, recipe);
  const [isHelping, setHelping] = useState(false);
  useAwake();
  const isAlone = lines.length === 1 && line.quantity === 1;
  const sheet = `/desk?${new URLSearchParams({ day: ticket.leaves_on })}`;
  const next = after === null ? sheet : `/desk/ticket/${after}?next=1`;

  const presses = useTicketPresses({
    ticket,
    line,
    isAlone,
    refresh,
    isBroken,
    me,
    isInTurn,
    onCounted: clear,
  });
  const { problem, isSending, isKept, stage, canTie, press, tie, takeBack, ties } = presses;

  const leave = () => go(sheet);
  useKeys({
    ...Object.fromEntries(
      line.recipe.slice(0, 9).map(({ flower }, place) => [String(place + 1), () => toggle(flower)]),
    ),
    t: () => (canTie ? void tie() : false),
    m: () => (stage === 'to tie' ? go(missingAddress(id, line.id)) : false),
    p: () => go(printAddress('cards', [id])),
    n: () => go(next),
    j: () => go(next),
    k: () => (before === null ? false : go(`/desk/ticket/${before}?next=1`)),
    z: () => (stage === 'tied' ? void takeBack() : false),
    Escape: leave,
    '?': () => setHelping(true),
  });
  const submit = (act: () => Promise<unknown>) => (event: FormEvent) => {
    event.preventDefault();
    void act();
  };

  return (
    <div className="desk-bench flex flex-col min-h-[100dvh] px-[var(--side)] pt-1 pb-5 max-bench:pb-35">
      <LineBroken isBroken={isBroken} waiting={ties.waiting} ofOthers={ties.ofOthers} />
      <StuckPresses stuck={ties.stuck} tryAgain={ties.tryAgain} forget={ties.forget} />
      <TicketHead ticket={ticket} sheet={sheet} />
      <div className="grid flex-1 grid-cols-[minmax(0,40fr)_minmax(0,33fr)_minmax(0,32fr)] gap-7.5 max-bench:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-bench:gap-y-3.5 max-bench:gap-x-6 max-bench:content-start max-phone:grid-cols-[minmax(0,1fr)] max-phone:gap-4">
        <TicketPicture ticket={ticket} line={line} />
        <section
          className="max-bench:[grid-row:2] max-bench:col-span-full max-phone:[grid-row:auto]"
          aria-label="Recipe"
        >
          {lines.length > 1 && (
            <nav className="desk-chips" aria-label="Bouquets of this order">
              {lines.map((each) => (
                <Link
                  key={each.id}
                  className="desk-chip"
                  to={`/desk/ticket/${id}?line=${each.id}${isInTurn ? '&next=1' : ''}`}
                  aria-current={each.id === line.id ? 'true' : undefined}
                >
                  {nameInSize(each)}{' '}
                  <b>
                    {each.tied} / {each.quantity}
                  </b>
                </Link>
              ))}
            </nav>
          )}
          <p className="flex gap-4 items-baseline text-[2.5rem]/[1] font-semibold">
            <b className="font-bold">{id}</b> <span className="text-soft">{ticket.district}</span>
          </p>
          <h1 className="mt-1 text-[2.75rem]/[1.05]">{line.name}</h1>
          <p className="flex flex-wrap gap-y-1.5 gap-x-4.5 mt-2 pb-3.5 border-b border-leaf-900 text-[1.125rem]">
            <b>{countWords(line)}</b>
            <span className="text-soft">{SIZE_NAMES[line.size]}</span>
            <span className="text-soft">{line.recipe.reduce((sum, { count }) => sum + count, 0)} stems</span>
          </p>
          <RecipeList line={line} ticket={ticket} ticks={ticks} onTick={toggle} list={recipe} />
        </section>
        <aside className="flex flex-col gap-3.5 max-phone:contents">
          <div className="flex flex-col justify-between gap-4 min-h-47.5 px-6.5 pt-6 pb-4 rounded-square bg-lift [box-shadow:0_1px_2px_rgb(23_48_31_/_0.08),0_8px_20px_-12px_rgb(23_48_31_/_0.35)]">
            {ticket.note ? (
              <p dir="auto" className="font-serif text-[1.4375rem]/[1.4] font-normal whitespace-pre-wrap">
                {ticket.note}
              </p>
            ) : (
              <p className="text-mute text-[1.4375rem]/[1.4]">No card</p>
            )}
            <div className="flex items-center justify-between">
              <span className="desk-mute">{ticket.note ? 'Card, as printed' : 'The buyer wrote none.'}</span>
              {ticket.note && (
                <Link className="desk-button plain -my-1.5 -mr-3.5 ml-0" to={printAddress('cards', [id])}>
                  <PrinterIcon /> Print
                </Link>
              )}
            </div>
          </div>
          <div>
            <b>{ticket.recipient}</b>
            {ticket.buyer && <p className="text-soft">From {ticket.buyer}</p>}
          </div>
          <Flags flags={ticket.flags} extras={line.extras} />
          {ticket.notes.map((note) => (
            <Saying key={note.id} name={`From ${note.who}`}>
              <p>{note.text}</p>
            </Saying>
          ))}
          <Waiting ticket={ticket} onPress={press} />
          {problem && (
            <p className="desk-refused" role="alert">
              {problem}
            </p>
          )}
          {/* The card and what is said scroll above what is pressed, which stays in sight; on a tablet upright it is a bar at the foot. */}
          <div className="sticky z-1 bottom-0 grid gap-3 mt-auto -mb-5 mx-0 pt-3 pb-5 px-0 bg-paper max-bench:fixed max-bench:right-0 max-bench:left-0 max-bench:auto-cols-fr max-bench:grid-flow-col max-bench:m-0 max-bench:py-3 max-bench:px-[var(--side)] max-bench:border-t max-bench:border-rule max-bench:bg-paper">
            {stage === 'to tie' && (
              <Link className={BIG} to={missingAddress(id, line.id)}>
                Something is missing
              </Link>
            )}
            {canTie && (
              <form
                method="post"
                className="max-bench:grid max-bench:min-h-24 max-phone:min-h-21"
                onSubmit={submit(tie)}
              >
                {isInTurn && <input type="hidden" name="next" value="1" />}
                {!isAlone && <input type="hidden" name="item" value={line.id} />}
                {!isAlone && <input type="hidden" name="from" value={line.tied} />}
                <button type="submit" className="desk-button huge" disabled={isSending}>
                  <StageShape of="tied" /> Tied
                </button>
              </form>
            )}
            {stage !== 'to tie' && (
              <p className="desk-stage big max-bench:min-h-24 max-phone:min-h-21 max-phone:px-3 max-phone:text-[1rem]">
                <StageShape of={stage} /> {STAGE_WORDS[stage]}
                {isKept && ', kept on this device'}
              </p>
            )}
            {stage === 'tied' && (
              <form
                method="post"
                className="max-bench:grid max-bench:min-h-24 max-phone:min-h-21"
                onSubmit={submit(takeBack)}
              >
                <button type="submit" className={BIG} name="take-back" value="1" disabled={isSending}>
                  Take back
                </button>
              </form>
            )}
          </div>
        </aside>
      </div>
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
    </div>
  );
}

const BIG = 'desk-button line big max-phone:px-3 max-phone:text-[1rem]';

export const missingAddress = (id: number, line: number): string => `/desk/ticket/${id}/missing?line=${line}`;

const countWords = ({ tied, quantity }: TicketLine): string =>
  quantity === 1 ? (tied === 1 ? 'Tied' : '1 to tie') : `${Math.min(tied + 1, quantity)} of ${quantity}`;
