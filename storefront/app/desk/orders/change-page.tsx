import { useNavigation } from 'react-router';
import type { DeskOrder } from '#contract/desk-orders.ts';
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_CITY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_RECIPIENT_LENGTH,
} from '#contract/limits.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { FieldRefused, readText } from '../paper/form-parts.tsx';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { DayChoice, readDay } from './day-choice.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, OrderFrame, WhyNot } from './order-frame.tsx';

/** What stands in the form, with its label and how long it may be. */
const FIELDS = [
  ['recipient_name', 'Recipient', MAX_RECIPIENT_LENGTH],
  ['street_address', 'Street and house', MAX_ADDRESS_LINE_LENGTH],
  ['apartment_address', 'Flat or floor', MAX_ADDRESS_LINE_LENGTH],
  ['city', 'Town', MAX_CITY_LENGTH],
  ['postal_code', 'Postcode', MAX_POSTAL_CODE_LENGTH],
  ['phone', 'Phone', MAX_PHONE_LENGTH],
] as const;
const NAMES = FIELDS.map(([name]) => name);

export const changePage: DeskPage<OrderData> = {
  path: 'orders/:id/change',
  title: 'Change where and when',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    await api.send('PATCH', `/api/desk/orders/${id}/`, {
      ...Object.fromEntries(NAMES.map((name) => [name, readText(form, name)])),
      delivery_date: readDay(form),
      seen: Number(readText(form, 'seen')),
      tell: form.has('tell'),
    });
    return `/desk/orders/${id}`;
  },
  keeps: [...NAMES, 'day', 'other_day'],
  View: ChangeView,
};

function ChangeView({ data: { order, now }, refused, typed }: { data: OrderData } & Partial<Refused>) {
  const { state } = useNavigation();
  const { address } = order;
  return (
    <OrderFrame order={order.id} title="Change where and when" refused={refused} fields={[...NAMES, 'delivery_date']}>
      {order.may.change !== null || !address ? (
        <WhyNot claim={order.claim} why={order.may.change} />
      ) : (
        <ConfirmedForm>
          <input type="hidden" name="seen" value={order.last_event} />
          <p className="desk-soft">{describeStage(order)}</p>
          <DayChoice
            days={order.days}
            chosen={typed?.other_day || typed?.day || order.arrives_on}
            now={now}
            refused={refused}
          />
          <div className="order-fields">
            {FIELDS.map(([name, label, longest]) => (
              <div key={name} className={`paper-field ${name}`}>
                <label htmlFor={name}>{label}</label>
                <input
                  id={name}
                  name={name}
                  className="paper-input"
                  defaultValue={typed?.[name] ?? address[name]}
                  maxLength={longest}
                  autoComplete="off"
                  aria-invalid={refused?.[name] !== undefined}
                  aria-describedby={`${name}-refused`}
                />
                <FieldRefused refused={refused} name={name} id={`${name}-refused`} />
              </div>
            ))}
          </div>
          <Tell order={order} />
          <div className="order-end">
            <Back order={order.id} words="Leave as it is" />
            <button type="submit" className="desk-button" disabled={state !== 'idle'}>
              Save change
            </button>
          </div>
        </ConfirmedForm>
      )}
    </OrderFrame>
  );
}

const describeStage = ({ stage }: DeskOrder): string =>
  stage === 'to tie'
    ? 'Not tied yet, so both can still change. Once it is out, only a call to the driver helps.'
    : 'It is tied and still here, so both can change. Once it is out, only a call to the driver helps.';

export function Tell({ order: { buyer } }: { order: DeskOrder }) {
  if (buyer.id === null) return <p className="desk-soft">Its buyer has left: there is nobody to write to.</p>;
  return (
    <label className="desk-check">
      <input type="checkbox" name="tell" defaultChecked />
      Tell {buyer.name} by letter
    </label>
  );
}
