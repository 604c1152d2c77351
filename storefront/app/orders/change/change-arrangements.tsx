import { useState } from 'react';
import { formatPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { TwoColumns } from '../../cart/steps/page-frame.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LazyPart } from '../../ui/loading/lazy-part.tsx';
import { Loading } from '../../ui/loading/loading.tsx';
import { useFocusWhenShown } from '../../ui/use-focus-when-shown.ts';
import { ArrangementRows } from '../arrangement-rows.tsx';
import type { ChangeProps } from './change-props.ts';
import { canChange, isOpenTo, type OwnChanges, type Part } from './use-order-changes.ts';

const loadForms = () => import('./change-forms.tsx');

const TITLES: Record<Part, string> = {
  day: 'Another day',
  address: 'Another address',
  note: 'Another gift note',
  wishes: 'For the florist and the driver',
  cancel: 'Cancel this order?',
};

const EDITS: Record<Exclude<Part, 'cancel'>, string> = {
  day: 'the delivery day',
  address: 'the address',
  note: 'the gift note',
  wishes: 'the wishes for the day',
};

type Props = { order: Order; offer: OrderChanges; changes: OwnChanges; onCancelled: () => void };

/** Day, address, note and wishes of an order, each with a dialog that changes it, and beside them cancelling. */
export function ChangeArrangements({ order, offer, changes, onCancelled }: Props) {
  const [dialog, setDialog] = useState<Pick<ChangeProps, 'order' | 'offer'> & { part: Part }>();
  const focus = useFocusWhenShown();
  /** Does nothing once the request is sent: it cannot be called back. */
  const close = () => !changes.isSending && setDialog(undefined);
  const finish = () => {
    if (dialog?.part === 'cancel') return onCancelled();
    setDialog(undefined);
    // The button that opened the dialog may be gone.
    focus('#arrangements');
  };
  const open = (part: Part) => setDialog({ part, order, offer });
  return (
    <>
      <TwoColumns aside={canChange(offer) && <Cancelling order={order} offer={offer} onPress={() => open('cancel')} />}>
        <section aria-labelledby="arrangements">
          <h2 id="arrangements" tabIndex={-1} className="text-[1.75rem] outline-none">
            For the day
          </h2>
          <p className="mt-1.5 text-soft">{offer.change ?? 'You can change this until your flowers are tied.'}</p>
          <ArrangementRows
            order={order}
            change={(part) =>
              part !== 'cancel' &&
              isOpenTo(offer, part) && (
                <dd>
                  <button
                    type="button"
                    className="link min-h-11 font-semibold"
                    aria-label={`Change ${EDITS[part]}`}
                    onClick={() => open(part)}
                  >
                    Change
                  </button>
                </dd>
              )
            }
          />
          {offer.change === null && offer.move !== null && <p className="mt-3 text-small text-soft">{offer.move}</p>}
        </section>
      </TwoColumns>
      <Dialog title={dialog ? TITLES[dialog.part] : ''} open={dialog !== undefined} onClose={close}>
        {dialog && (
          <LazyPart load={loadForms} fallback={<Loading />} failureMessage="This could not be fetched.">
            {(ChangeForms) => <ChangeForms {...dialog} changes={changes} onClose={close} onDone={finish} />}
          </LazyPart>
        )}
      </Dialog>
    </>
  );
}

type CancellingProps = { order: Order; offer: OrderChanges; onPress: () => void };

function Cancelling({ order, offer, onPress }: CancellingProps) {
  const isWhole = offer.back >= order.amount_to_pay;
  return (
    <aside aria-labelledby="cancelling" className="paper-card">
      <h2 id="cancelling" className="text-[1.75rem]">
        If you change your mind
      </h2>
      {offer.cancel === null ? (
        <>
          <p className="mt-3 mb-5 text-soft">
            Cancelled, they are not sent
            {offer.back > 0 &&
              `, and ${isWhole ? 'all that you paid' : 'what is left of what you paid'}, ${formatPounds(offer.back)}, goes back to where it came from`}
            .
          </p>
          <button type="button" className="button outlined small w-full" onClick={onPress}>
            Cancel this order
          </button>
        </>
      ) : (
        <p className="mt-3 text-soft">
          {offer.asked ? offer.cancel : `This order cannot be cancelled. ${offer.cancel}`}
        </p>
      )}
    </aside>
  );
}
