import { type FormEvent, useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { Ticket } from '#contract/desk.ts';
import { nameInSize, SIZE_NAMES } from '#contract/line-words.ts';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { DeskPage } from '../desk-page.ts';
import { PrinterIcon } from '../icons.tsx';
import { isForLater, type SentKept } from '../kept-presses.ts';
import { KeysDialog } from '../keys-dialog.tsx';
import { LineBroken, StuckPresses } from '../line-broken.tsx';
import { send, toRefusal } from '../send.ts';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { useFresh } from '../use-fresh.ts';
import { useKept } from '../use-kept.ts';
import { useKeys } from '../use-keys.ts';
import { Flags } from './flags.tsx';
import { printAddress } from './print-menu.tsx';
import { RecipeList } from './recipe-list.tsx';
import { lineOnBench, nextAddress, type TicketData, type TicketLine } from './ticket-data.ts';
import { holdOf, troubleWords } from './ticket-words.ts';
import { useAwake } from './use-awake.ts';
import { useTicks } from './use-ticks.ts';

export const TicketView: DeskPage<TicketData>['View'] = ({ data, me, refused }) => {
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
      {...{ ticket, line, refresh, isBroken, isAway }}
      staff={me.id}
      isInTurn={data.isInTurn}
      refused={refused && Object.values(refused).flat().join(' ')}
    />
  );
};

type Given = {
  ticket: Ticket;
  line: TicketLine;
  refresh: () => Promise<void>;
  isBroken: boolean;
  isAway: boolean;
  staff: number;
  isInTurn: boolean;
  refused: string | undefined;
};

function OpenTicket({ ticket, line, refresh, isBroken, isAway, staff, isInTurn, refused }: Given) {
  const { id, lines, after, before } = ticket;
  const navigate = useNavigate();
  const go = (address: string) => void (isAway ? refresh() : navigate(address));
  const recipe = useRef<HTMLUListElement>(null);
  const { ticks, toggle, clear } = useTicks(line.id, recipe);
  const [problem, setProblem] = useState(refused);
  const [isSending, setSending] = useState(false);
  const [isHelping, setHelping] = useState(false);
  useAwake();
  const sayWhatWasSent = useCallback(
    async ({ words }: SentKept) => {
      if (words.length > 0) setProblem(words.join(' '));
      await refresh();
    },
    [refresh],
  );
  const { kept, waiting, stuck, keep, forget, tryAgain } = useKept({ staff, isBroken, onSent: sayWhatWasSent });
  const isKept = kept.has(id);
  const stage = isKept && ticket.stage === 'to tie' ? 'tied' : ticket.stage;
  const isAlone = lines.length === 1 && line.quantity === 1;
  const sheet = `/desk?${new URLSearchParams({ day: ticket.leaves_on })}`;
  const next = after === null ? sheet : `/desk/ticket/${after}?next=1`;

  /** Presses; what is refused is said, and the ticket shows what is true. */
  const press = async (act: () => Promise<string | undefined>) => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      const address = await act();
      if (address !== undefined) return void navigate(address);
    } catch (error) {
      setProblem(toRefusal(error).message);
    } finally {
      setSending(false);
    }
    await refresh();
  };
  const tie = () =>
    press(async () => {
      if (!isAlone) {
        const body = { item: line.id, from: line.tied, to: line.tied + 1 };
        const { stage } = await send('POST', `/api/desk/orders/${id}/count-tied/`, body);
        clear();
        return stage === 'tied' ? nextAddress(ticket, isInTurn) : undefined;
      }
      const sent = await send('POST', '/api/desk/orders/tie/', { orders: [id] }).catch((error) => {
        if (!isForLater(toRefusal(error).status)) throw error;
        keep([id]);
        return undefined;
      });
      const words = sent?.orders[0]?.words;
      if (words) setProblem(words);
      return words || !sent ? undefined : nextAddress(ticket, isInTurn);
    });
  const takeBack = () =>
    press(async () => {
      if (isKept) {
        forget([id]);
        return undefined;
      }
      const { orders } = await send('POST', '/api/desk/orders/take-back/', { orders: [id] });
      if (orders[0]?.words) setProblem(orders[0].words);
      return undefined;
    });
  const canTie = stage === 'to tie' && !holdOf(ticket) && line.tied < line.quantity;

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
      <LineBroken isBroken={isBroken} kept={waiting} />
      <StuckPresses stuck={stuck} onTryAgain={tryAgain} onDrop={forget} />
      <header className="desk-bench-top grid grid-cols-[1fr_auto_1fr] gap-3 items-center min-h-14 max-phone:grid-cols-[auto_minmax(0,1fr)_auto] max-phone:gap-1.5">
        <Link className="desk-button plain" to={sheet}>
          <b aria-hidden="true">‹</b> {formatDay(ticket.leaves_on, 'short')}
        </Link>
        <p>
          <b>{leavingWords(ticket)}</b>
          <span className="text-soft">
            {' '}
            · {ticket.left_to_tie} still to tie{ticket.run && ' for it'}
          </span>
        </p>
        <nav className="desk-acts" aria-label="Tickets">
          {ticket.place !== null && (
            <span className="desk-mute">
              {ticket.place} of {ticket.of}
            </span>
          )}
          {before !== null && (
            <Link className="desk-round line" to={`/desk/ticket/${before}?next=1`} aria-label="Ticket before">
              ‹
            </Link>
          )}
          {after !== null && (
            <Link className="desk-round line" to={`/desk/ticket/${after}?next=1`} aria-label="Next ticket">
              ›
            </Link>
          )}
        </nav>
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,40fr)_minmax(0,33fr)_minmax(0,32fr)] gap-7.5 max-bench:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-bench:gap-y-3.5 max-bench:gap-x-6 max-bench:content-start max-phone:grid-cols-[minmax(0,1fr)] max-phone:gap-4">
        <figure>
          {line.picture && (
            <picture>
              <source type="image/avif" srcSet={srcSet(line.picture, 'avif')} sizes="(min-width: 1000px) 40vw, 100vw" />
              <img src={pictureUrl(line.picture.id, line.picture.width, 'jpg')} alt={line.picture.alt} />
            </picture>
          )}
          <figcaption>
            <dl>
              <dt>Wrapping</dt>
              <dd>{line.wrapping}</dd>
              {line.extras.length > 0 && (
                <>
                  <dt>With it</dt>
                  <dd>{line.extras.join(', ')}</dd>
                </>
              )}
              {ticket.driver_note && (
                <>
                  <dt>Driver</dt>
                  <dd>{ticket.driver_note}</dd>
                </>
              )}
              {ticket.nobody_in && (
                <>
                  <dt>Nobody in</dt>
                  <dd>{NOBODY_IN_WORDS[ticket.nobody_in]}</dd>
                </>
              )}
            </dl>
          </figcaption>
        </figure>
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
          <p className="desk-bench-number flex gap-4 items-baseline text-[2.5rem]/[1] font-semibold">
            <b>{id}</b> <span>{ticket.district}</span>
          </p>
          <h1>{line.name}</h1>
          <p className="desk-bench-sub flex flex-wrap gap-y-1.5 gap-x-4.5 mt-2 pb-3.5 border-b border-leaf-900 text-[1.125rem]">
            <b>{countWords(line)}</b>
            <span>{SIZE_NAMES[line.size]}</span>
            <span>{line.recipe.reduce((sum, { count }) => sum + count, 0)} stems</span>
          </p>
          <RecipeList line={line} ticket={ticket} ticks={ticks} onTick={toggle} list={recipe} />
        </section>
        <aside className="flex flex-col gap-3.5 max-phone:contents">
          <div className="desk-gift-card flex flex-col justify-between gap-4 min-h-47.5 px-6.5 pt-6 pb-4 rounded-square bg-lift [box-shadow:0_1px_2px_rgb(23_48_31_/_0.08),0_8px_20px_-12px_rgb(23_48_31_/_0.35)]">
            {ticket.note ? <p dir="auto">{ticket.note}</p> : <p className="none">No card</p>}
            <div className="desk-gift-card-foot flex items-center justify-between">
              <span className="desk-mute">{ticket.note ? 'Card, as printed' : 'The buyer wrote none.'}</span>
              {ticket.note && (
                <Link className="desk-button plain" to={printAddress('cards', [id])}>
                  <PrinterIcon /> Print
                </Link>
              )}
            </div>
          </div>
          <div className="desk-bench-to">
            <div>
              <b>{ticket.recipient}</b>
              {ticket.buyer && <span className="text-soft">From {ticket.buyer}</span>}
            </div>
          </div>
          <Flags flags={ticket.flags} extras={line.extras} />
          {ticket.notes.map((note) => (
            <div key={note.id} className="desk-say">
              <b>From {note.who}</b>
              <p>{note.text}</p>
            </div>
          ))}
          <Waiting ticket={ticket} onPress={press} />
          {problem && (
            <p className="desk-refused" role="alert">
              {problem}
            </p>
          )}
          <div className="desk-bench-acts">
            {stage === 'to tie' && (
              <Link className="desk-button line big" to={missingAddress(id, line.id)}>
                Something is missing
              </Link>
            )}
            {canTie && (
              <form method="post" onSubmit={submit(tie)}>
                {isInTurn && <input type="hidden" name="next" value="1" />}
                {!isAlone && <input type="hidden" name="item" value={line.id} />}
                {!isAlone && <input type="hidden" name="from" value={line.tied} />}
                <button type="submit" className="desk-button huge" disabled={isSending}>
                  <StageShape of="tied" /> Tied
                </button>
              </form>
            )}
            {stage !== 'to tie' && (
              <p className="desk-stage big">
                <StageShape of={stage} /> {STAGE_WORDS[stage]}
                {isKept && ', kept on this device'}
              </p>
            )}
            {stage === 'tied' && (
              <form method="post" onSubmit={submit(takeBack)}>
                <button type="submit" className="desk-button line big" name="take-back" value="1" disabled={isSending}>
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

export const missingAddress = (id: number, line: number): string => `/desk/ticket/${id}/missing?line=${line}`;

function leavingWords({ run, by_carrier, arrives_on, leaves_on }: Ticket): string {
  if (by_carrier) return `Carrier, for ${formatDay(arrives_on).split(' ')[0]}`;
  if (!run) return `No run yet, for ${formatDay(leaves_on).split(' ')[0]}`;
  return run.left_at ? `Run ${run.number} has left` : `Run ${run.number} leaves at ${run.leaves_at}`;
}

const countWords = ({ tied, quantity }: TicketLine): string =>
  quantity === 1 ? (tied === 1 ? 'Tied' : '1 to tie') : `${Math.min(tied + 1, quantity)} of ${quantity}`;

/** What the order waits for, and what ends it. */
function Waiting({ ticket, onPress }: { ticket: Ticket; onPress: (act: () => Promise<undefined>) => Promise<void> }) {
  const { id, stage, swaps, troubles, swap_choice } = ticket;
  const act = (call: () => Promise<undefined>) => (event: FormEvent) => {
    event.preventDefault();
    void onPress(call);
  };
  return (
    <>
      {swap_choice === 'ask' && <p className="desk-say">If a flower is missing, this buyer wants to be asked first.</p>}
      {swaps.map((swap) => (
        <div key={swap.id} className="desk-say">
          <b>{SWAP_WORDS[swap.state]}</b>
          <p>
            {swap.instead_count} {swap.instead} instead of {swap.count} {swap.flower}
          </p>
          {stage === 'to tie' && (
            <div className="desk-acts">
              {swap.state !== 'made' && swap.state !== 'fine' && (
                <form method="post" onSubmit={act(() => send('POST', `/api/desk/swaps/${swap.id}/settle/`))}>
                  <input type="hidden" name="swap" value={swap.id} />
                  <button type="submit" className="desk-button line" name="settle" value="1">
                    Agreed by telephone
                  </button>
                </form>
              )}
              <form method="post" onSubmit={act(() => send('DELETE', `/api/desk/swaps/${swap.id}/`))}>
                <input type="hidden" name="swap" value={swap.id} />
                <button type="submit" className="desk-button plain" name="withdraw" value="1">
                  Found after all
                </button>
              </form>
            </div>
          )}
        </div>
      ))}
      {troubles
        .filter((trouble) => trouble !== 'waits for the buyer' && trouble !== 'call the buyer')
        .map((trouble) => (
          <div key={trouble} className="desk-say">
            <b>{troubleWords(trouble, ticket)}</b>
            {trouble === 'cannot be tied' && (
              <form method="post" onSubmit={act(() => send('DELETE', `/api/desk/orders/${id}/cannot-be-tied/`))}>
                <button type="submit" className="desk-button plain" name="can-be-tied" value="1">
                  It can be tied after all
                </button>
              </form>
            )}
          </div>
        ))}
    </>
  );
}

const SWAP_WORDS = {
  made: 'Swapped',
  asked: 'The buyer was asked',
  fine: 'The buyer agrees',
  call: 'The buyer wants a call',
};
