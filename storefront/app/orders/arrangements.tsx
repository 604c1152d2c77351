import { useState } from 'react';
import { formatDay } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { NOBODY_IN_WORDS, SWAP_WORDS } from '#contract/wish-words.ts';
import { failureWords } from '../api/failure-words.ts';
import { toLine } from '../checkout/address-picker.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { LazyPart } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/loading.tsx';
import { useFocusWhenShown } from '../ui/use-focus-when-shown.ts';
import type { ChangeProps, Part } from './change-props.ts';
import { useOrderChanges } from './use-order-changes.ts';

const loadForms = () => import('./change-forms.tsx');

const TITLES: Record<Part, string> = {
  day: 'Another day',
  address: 'Another address',
  note: 'Another gift note',
  wishes: 'For the florist and the driver',
  cancel: 'Cancel this order?',
};

/** Where, when and how the flowers come; until they are tied the buyer can change it, or cancel. */
export function Arrangements({ order }: { order: Order }) {
  const [dialog, setDialog] = useState<Pick<ChangeProps, 'order' | 'offer'> & { part: Part }>();
  const changes = useOrderChanges(order);
  const { data, error } = changes;
  const focus = useFocusWhenShown();
  /** Does nothing once the request is sent: it cannot be called back. */
  const close = () => !changes.isSending && setDialog(undefined);
  const finish = () => {
    setDialog(undefined);
    // The button that opened the dialog may be gone.
    focus('#arrangements');
  };
  const open = (part: Part) => data && setDialog({ part, order, offer: data });
  const isOpenTo = (part: Part): boolean =>
    data !== undefined && (part === 'day' ? data.move : part === 'cancel' ? data.cancel : data.change) === null;
  return (
    <section aria-labelledby="arrangements" className="mt-8.5 tablet:mt-13">
      <h2 id="arrangements" tabIndex={-1} className="text-[1.75rem] outline-none">
        For the day
      </h2>
      {data && <p className="mt-1.5 text-soft">{data.change ?? 'You can change this until your flowers are tied.'}</p>}
      {error && !data && (
        <div className="no-print mt-4">
          <FailureLine onRetry={() => void changes.refetch()}>
            What you can still change could not be loaded. {failureWords(error)}
          </FailureLine>
        </div>
      )}
      <dl className="arrangements mt-4">
        {toRows(order).map(({ part, name, lines, edits }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
            {isOpenTo(part) && (
              <dd className="no-print">
                <button
                  type="button"
                  className="link min-h-11 font-semibold"
                  aria-label={`Change ${edits}`}
                  onClick={() => open(part)}
                >
                  Change
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {data?.change === null && data.move !== null && <p className="mt-3 text-small text-soft">{data.move}</p>}
      {data?.change === null && data.cancel !== null && (
        <p className="mt-3 text-small text-soft">This order cannot be cancelled. {data.cancel}</p>
      )}
      {isOpenTo('cancel') && (
        <p className="no-print mt-3">
          <button type="button" className="link min-h-11 font-semibold text-small" onClick={() => open('cancel')}>
            Cancel this order
          </button>
        </p>
      )}
      <Dialog title={dialog ? TITLES[dialog.part] : ''} open={dialog !== undefined} onClose={close}>
        {dialog && (
          <LazyPart load={loadForms} fallback={<Loading />} failureMessage="This could not be fetched.">
            {(ChangeForms) => <ChangeForms {...dialog} changes={changes} onClose={close} onDone={finish} />}
          </LazyPart>
        )}
      </Dialog>
    </section>
  );
}

type Row = { part: Part; name: string; lines: string[]; edits: string };

function toRows({ delivery_date, address, buyer, text, driver_note, nobody_in, swap_choice }: Order): Row[] {
  const wishes = { part: 'wishes' as const, edits: 'the wishes for the day' };
  return [
    ...(delivery_date
      ? [{ part: 'day' as const, name: 'Day', lines: [formatDay(delivery_date)], edits: 'the delivery day' }]
      : []),
    ...(address
      ? [
          {
            ...{ part: 'address' as const, name: 'To', edits: 'the address' },
            lines: [
              address.recipient_name || `You, ${buyer}`,
              [address.apartment_address, toLine(address)].filter(Boolean).join(', '),
            ],
          },
        ]
      : []),
    { part: 'note', name: 'Gift note', lines: [text.trim() || 'No card'], edits: 'the gift note' },
    {
      ...wishes,
      name: 'Wishes',
      lines: [
        ...(nobody_in ? [`If nobody is in: ${NOBODY_IN_WORDS[nobody_in].toLowerCase()}`] : []),
        ...(driver_note ? [`For the driver: ${driver_note}`] : []),
        `If a flower is missing: ${SWAP_WORDS[swap_choice].toLowerCase()}`,
      ],
    },
  ];
}
