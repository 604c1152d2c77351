import { useEffect, useState } from 'react';
import { type Address, MEND_POSTCODE } from '#contract/addresses.ts';
import { nextChoice, promiseFor } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { isPostcode } from '#contract/postcode.ts';
import { CodeProblem } from '../../cart/cart-code.tsx';
import { GiftNote, isTooLong } from '../../cart/note/gift-note.tsx';
import type { NoteDraft } from '../../cart/note/use-note-draft.ts';
import { TwoColumns } from '../../cart/steps/page-frame.tsx';
import { useDeliveryRules } from '../../shell/delivery-rules.ts';
import { refreshRules, useShopNow } from '../../shell/shop-clock.ts';
import { LazyPart } from '../../ui/loading/lazy-part.tsx';
import { Loading } from '../../ui/loading/loading.tsx';
import { useFocusWhenShown } from '../../ui/use-focus-when-shown.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { CheckoutPart } from '../checkout-part.tsx';
import { DayPicker } from '../day-picker.tsx';
import { useFirstAddress, useOrderChoices } from '../order-choices.ts';
import { type Fact, type Part, toFacts } from '../order-facts.tsx';
import { OrderSummary } from '../order-summary.tsx';
import { Wishes } from '../wishes.tsx';
import { AddressPart, type Editing } from './address-part.tsx';
import { useAddresses } from './use-addresses.ts';

const loadPayment = () => import('../payment/payment.tsx');

type Props = {
  cart: Order;
  /** The gift note as the cart left it, perhaps unsaved: the browser's Forward leads here without Check Out Now. */
  draft: NoteDraft;
  /** A payment is under way: nothing else can be changed. */
  busy: boolean;
  settled: () => Promise<void>;
  onBusy: (busy: boolean) => void;
  onPaid: (orderId: number) => void;
};

/**
 * Step 2, the checkout: address, day, gift note and payment. In two columns all parts are open; in one column the
 * settled parts are folded, so that the payment is in sight.
 */
export function AddressStep({ cart, draft, busy, settled, onBusy, onPaid }: Props) {
  const now = useShopNow();
  const rules = useDeliveryRules();
  // A day may have filled or closed since the page was opened.
  useEffect(() => void refreshRules(), []);
  const isNarrow = useIsNarrow();
  const choices = useOrderChoices(cart, draft.done);
  const addresses = useAddresses();
  useFirstAddress(addresses.data, choices);
  const chosen = addresses.data?.find(({ id }) => id === choices.address);
  const [open, setOpen] = useState<Part>();
  const [editing, setEditing] = useState<Editing>();
  const focusOn = useFocusWhenShown();
  const note = draft.unsaved ?? choices.text;

  const day = choices.day ?? (now && nextChoice(now, rules));
  const facts = toFacts({
    address: chosen,
    buyer: cart.buyer,
    day,
    surcharge: (day && rules.days[day]?.surcharge) || 0,
    text: choices.text,
  });
  // Whoever registered with the address alone has no name yet.
  const asksName = cart.buyer === '';
  const hasBadPostcode = chosen !== undefined && chosen.postal_code !== '' && !isPostcode(chosen.postal_code);
  const isSettled: Record<Part, boolean> = {
    address: chosen !== undefined && !asksName && !hasBadPostcode,
    day: now !== undefined && day !== undefined && promiseFor(now, day, rules).ok,
    note: !isTooLong(note),
  };

  const saveNote = () => {
    if (isTooLong(note)) return;
    if (note !== choices.text) choices.writeNote(note);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arriving, as Check Out Now would have done it
  useEffect(() => {
    if (draft.unsaved !== undefined) saveNote();
  }, []);

  const edit = ({ part, name }: Fact) => {
    setOpen(part);
    if (name === 'For') setEditing(chosen?.id);
    else focusOn(FIRST_OF[part]);
  };
  const changeEditing = (next: Editing) => {
    if (next === undefined) focusOn(editing === 'new' ? '[data-add-address]' : `[data-edit-address="${editing}"]`);
    // The element to focus is in the address part; another part may have been opened meanwhile.
    setOpen('address');
    setEditing(next);
  };
  const closeForm = ({ id }: Address) => {
    setEditing(undefined);
    setOpen((part) => (part === 'address' ? undefined : part));
    // The focus moves to the card, or to the folded part.
    focusOn(isNarrow ? '[data-edit="To"]' : `input[name=address][value="${id}"]`);
  };

  const folding = (part: Part) => {
    // Folding would discard an address that is being typed, and the order would go to the old one.
    const canFold = isNarrow && isSettled[part] && !(part === 'address' && editing !== undefined);
    return {
      part,
      facts: facts.filter((fact) => fact.part === part),
      isFolded: canFold && open !== part,
      onEdit: edit,
      onDone: canFold
        ? () => {
            setOpen(undefined);
            focusOn(`[data-edit="${facts.findLast((fact) => fact.part === part)?.name}"]`);
          }
        : undefined,
    };
  };

  // An open part does not show what was chosen: the summary beside the payment names all of it.
  const unfolded = facts.filter(({ part }) => !folding(part).isFolded);

  return (
    <TwoColumns
      aside={
        <OrderSummary cart={cart} facts={unfolded} isFolded={isNarrow} busy={busy} onEdit={edit}>
          {cart.code_problem !== null && <CodeProblem cart={cart} />}
          {cart.code_problem === null &&
            (chosen && isSettled.address && isSettled.note ? (
              <LazyPart
                load={loadPayment}
                fallback={<Loading />}
                failureMessage="The payment buttons could not be fetched. Nothing has been charged."
              >
                {(Payment) => (
                  <Payment
                    cart={cart}
                    settled={async () => {
                      saveNote();
                      await Promise.all([settled(), choices.settled()]);
                    }}
                    onBusy={onBusy}
                    onPaid={onPaid}
                  />
                )}
              </LazyPart>
            ) : (
              <p className="rounded-soft border border-control border-dashed px-4.5 py-4 text-center text-small text-soft">
                {whyNotYet(chosen !== undefined, asksName, hasBadPostcode)}
              </p>
            ))}
        </OrderSummary>
      }
    >
      <div inert={busy}>
        <CheckoutPart {...folding('address')} title="Address">
          <AddressPart
            addresses={addresses}
            choices={choices}
            asksName={asksName}
            editing={editing}
            onEditing={changeEditing}
            onSaved={closeForm}
          />
        </CheckoutPart>
        <CheckoutPart {...folding('day')} title="Delivery day">
          {now ? <DayPicker now={now} rules={rules} chosen={choices.day} onChoose={choices.chooseDay} /> : <Loading />}
        </CheckoutPart>
        <CheckoutPart {...folding('note')}>
          <GiftNote text={note} refusal={undefined} day={day} onChange={draft.change} onBlur={saveNote} />
        </CheckoutPart>
        <Wishes choices={choices} />
      </div>
    </TwoColumns>
  );
}

/** The element that takes the focus when a part is opened or returned to. */
const FIRST_OF: Record<Part, string> = {
  address: '[data-part="address"] :is(input:checked, form input)',
  day: '[data-part="day"] input:checked',
  note: '[data-part="note"] textarea',
};

function whyNotYet(hasAddress: boolean, asksName: boolean, hasBadPostcode: boolean): string {
  if (!hasAddress) return 'Please select an address to proceed.';
  if (hasBadPostcode) return MEND_POSTCODE;
  return asksName ? 'Please tell us your name to proceed.' : 'Please shorten the gift note to proceed.';
}
