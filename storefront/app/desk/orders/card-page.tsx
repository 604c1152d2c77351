import { useNavigation } from 'react-router';
import { MAX_GIFT_NOTE_LENGTH } from '#contract/limits.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { FieldRefused, readText } from '../paper/form-parts.tsx';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { Tell } from './change-page.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, OrderFrame } from './order-frame.tsx';

export const cardPage: DeskPage<OrderData> = {
  path: 'orders/:id/card',
  title: 'Change the card',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    const seen = Number(readText(form, 'seen'));
    await api.send('PATCH', `/api/desk/orders/${id}/`, { text: readText(form, 'text'), seen, tell: form.has('tell') });
    return `/desk/orders/${id}`;
  },
  keeps: ['text'],
  View: CardView,
};

function CardView({ data: { order }, refused, typed }: { data: OrderData } & Partial<Refused>) {
  const { state } = useNavigation();
  return (
    <OrderFrame order={order.id} title="Change the card" refused={refused} fields={['text']}>
      {order.may.card !== null ? (
        <p className="desk-soft">{order.may.card}</p>
      ) : (
        <ConfirmedForm>
          <input type="hidden" name="seen" value={order.last_event} />
          <div className="paper-field">
            <label htmlFor="text">
              The card <span className="desk-soft">(exactly as printed)</span>
            </label>
            <textarea
              id="text"
              name="text"
              className="paper-input order-card-text"
              rows={6}
              defaultValue={typed?.text ?? order.note}
              dir="auto"
              aria-describedby="text-hint text-refused"
            />
            <p className="paper-small desk-soft" id="text-hint">
              Up to {MAX_GIFT_NOTE_LENGTH} characters. Empty: no card.
            </p>
            <FieldRefused refused={refused} name="text" id="text-refused" />
          </div>
          <Tell order={order} />
          <div className="order-end">
            <Back order={order.id} words="Leave as it is" />
            <button type="submit" className="desk-button" disabled={state !== 'idle'}>
              Save the card
            </button>
          </div>
        </ConfirmedForm>
      )}
    </OrderFrame>
  );
}
