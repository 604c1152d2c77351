import { Link } from 'react-router';
import type { DeskEvent, DeskLetter, DeskOrder } from '#contract/desk-orders.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { StageShape } from '../stage-shape.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Heading } from '../ui/slip.tsx';
import { eventValues, eventWords, letterWords, whoWords } from './order-words.ts';

type Entry =
  | { kind: 'event'; at: string; event: DeskEvent; note: string | undefined }
  | { kind: 'letter'; at: string; letter: DeskLetter };

/** Everything that happened and every letter, the newest first. */
export function Timeline({ order, now }: { order: DeskOrder; now: Date }) {
  return (
    <section>
      <Heading>What happened</Heading>
      <ol>
        {toEntries(order).map((entry) =>
          entry.kind === 'event' ? (
            <EventLine key={`e${entry.event.id}`} order={order} event={entry.event} note={entry.note} now={now} />
          ) : (
            <LetterLine key={entry.letter.id} order={order.id} letter={entry.letter} now={now} />
          ),
        )}
      </ol>
    </section>
  );
}

/** An event that a note was written has the note's words. */
function toEntries({ events, letters, notes }: DeskOrder): Entry[] {
  const written = notes.toReversed();
  const all: Entry[] = [
    ...events.map((event): Entry => {
      const note = event.what === 'note written' ? written.shift()?.text : undefined;
      return { kind: 'event', at: event.at, event, note };
    }),
    ...letters.map((letter): Entry => ({ kind: 'letter', at: letter.written_at, letter })),
  ];
  return all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

type EventProps = { order: DeskOrder; event: DeskEvent; note: string | undefined; now: Date };

function EventLine({ order, event, note, now }: EventProps) {
  const { before, after } = eventValues(event);
  const isPayment = event.what === 'stage' && event.before === 'awaiting payment';
  return (
    <li className="relative grid grid-cols-[22px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 px-0 max-[22em]:grid-cols-[22px_minmax(0,1fr)] not-last:after:absolute not-last:after:top-9.5 not-last:after:-bottom-1.5 not-last:after:left-2.5 not-last:after:border-l not-last:after:border-rule">
      <EventShape event={event} isPayment={isPayment} />
      <div>
        <p>{isPayment ? `Paid ${formatPounds(order.money.paid)} by PayPal` : eventWords(event)}</p>
        {note && <p className="text-soft">“{note}”</p>}
        {(before || after) && (
          <p className="whitespace-pre-line text-small text-soft">
            {before && <del className="block">{before}</del>}
            {before && after && ' '}
            {after && <ins className="text-leaf-900 no-underline">{after}</ins>}
          </p>
        )}
        <p className="desk-mute">
          {whoWords(event)}
          {event.pressed_at && `, pressed ${whenWords(event.pressed_at, now)}`}
        </p>
      </div>
      <time className="whitespace-nowrap text-mute text-small" dateTime={event.at}>
        {whenWords(event.at, now)}
      </time>
    </li>
  );
}

function EventShape({ event: { what, after }, isPayment }: { event: DeskEvent; isPayment: boolean }) {
  if (isPayment) return <StageShape of="paid" />;
  if (what === 'refunded') return <StageShape of="refunded" />;
  return what === 'stage' ? (
    <StageShape of={after as 'tied'} />
  ) : (
    <i className="w-2.5 h-2.5 my-1.5 mx-1.25 border border-mute rounded-full bg-rule" />
  );
}

const sendAgain: Press = async (form, { id = '' }) => {
  const letter = encodeURIComponent(readText(form, 'letter'));
  await send('POST', `/api/desk/orders/${id}/letters/${letter}/again/`);
  return undefined;
};

function LetterLine({ order, letter, now }: { order: number; letter: DeskLetter; now: Date }) {
  const words = letterWords(letter.kind);
  return (
    <li className="relative grid grid-cols-[22px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2.5 px-0 max-[22em]:grid-cols-[22px_minmax(0,1fr)] not-last:after:absolute not-last:after:top-9.5 not-last:after:-bottom-1.5 not-last:after:left-2.5 not-last:after:border-l not-last:after:border-rule">
      <StageShape of="letter" />
      <div>
        <p>
          {words} {letter.to && `to ${letter.to}`}
        </p>
        <p className="desk-mute">{describeLetter(letter, now)}</p>
        {letter.to && (
          <Form act={sendAgain} className="-ml-3.5 flex flex-wrap">
            {({ isSending }) => (
              <>
                <Link
                  className="desk-button plain min-h-11 text-small"
                  to={`/desk/orders/${order}/letters/${letter.id}`}
                >
                  Read<span className="sr-only"> {words}</span>
                </Link>
                {letter.can_send_again && (
                  <button
                    type="submit"
                    className="desk-button plain min-h-11 text-small"
                    name="letter"
                    value={letter.id}
                    disabled={isSending}
                  >
                    Send again<span className="sr-only">: {words}</span>
                  </button>
                )}
              </>
            )}
          </Form>
        )}
      </div>
      <time className="whitespace-nowrap text-mute text-small" dateTime={letter.written_at}>
        {whenWords(letter.written_at, now)}
      </time>
    </li>
  );
}

function describeLetter({ sent_at, given_up, problem }: DeskLetter, now: Date): string {
  if (sent_at) return `Taken by their mail server, ${whenWords(sent_at, now)}.`;
  if (given_up) return `Refused by their mail server: ${problem}`;
  return problem ? `Not sent yet: ${problem}` : 'About to be sent.';
}
