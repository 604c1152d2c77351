import { MAX_GIFT_NOTE_LENGTH } from '#contract/limits.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Hidden, LongField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Tell } from './change-page.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame } from './order-frame.tsx';

export const loader = readPage(loadOrder);

const changeCard: Press = async (form, { id = '' }) => {
  const seen = Number(readText(form, 'seen'));
  await send('PATCH', `/api/desk/orders/${id}/`, { text: readText(form, 'text'), seen, tell: form.has('tell') });
  return `/desk/orders/${id}`;
};

export const meta = titled('Change the card');

export default showPage<typeof loader>(CardView);
function CardView({ data: { order } }: { data: OrderData }) {
  return (
    <OrderFrame order={order.id} title="Change the card">
      {order.may.card !== null ? (
        <p className="text-soft">{order.may.card}</p>
      ) : (
        <Form act={changeCard} className="grid gap-3">
          {({ isSending }) => (
            <>
              <Hidden values={{ seen: order.last_event }} />
              <LongField
                name="text"
                className="[&_textarea]:font-serif [&_textarea]:text-[1.25rem]/[1.45]"
                label="The card"
                note="(exactly as printed)"
                hint={`Up to ${MAX_GIFT_NOTE_LENGTH} characters. Empty: no card.`}
                rows={6}
                value={order.note}
                dir="auto"
              />
              <Tell order={order} />
              <Ends>
                <Back order={order.id} words="Leave as it is" />
                <button type="submit" className="desk-button" disabled={isSending}>
                  Save the card
                </button>
              </Ends>
            </>
          )}
        </Form>
      )}
    </OrderFrame>
  );
}
