import type { DeskOrder } from '#contract/desk-orders.ts';
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_CITY_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_RECIPIENT_LENGTH,
} from '#contract/limits.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Hidden, TextField, TickField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { DayChoice, readDay } from './day-choice.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame, WhyNot } from './order-frame.tsx';

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

export const loader = readPage(loadOrder);

const changeOrder: Press = async (form, { id = '' }) => {
  await send('PATCH', `/api/desk/orders/${id}/`, {
    ...Object.fromEntries(NAMES.map((name) => [name, readText(form, name)])),
    delivery_date: readDay(form),
    seen: Number(readText(form, 'seen')),
    tell: form.has('tell'),
  });
  return `/desk/orders/${id}`;
};

export const meta = titled('Change where and when');

export default showPage<typeof loader>(ChangeView);
function ChangeView({ data: { order, now } }: { data: OrderData }) {
  const { address } = order;
  return (
    <OrderFrame order={order.id} title="Change where and when">
      {order.may.change !== null || !address ? (
        <WhyNot claim={order.claim} why={order.may.change} />
      ) : (
        <Form act={changeOrder} className="grid gap-3">
          {({ isSending }) => (
            <>
              <Hidden values={{ seen: order.last_event }} />
              <p className="text-soft">{describeStage(order)}</p>
              <DayChoice days={order.days} chosen={order.arrives_on} now={now} />
              <div className="grid gap-x-3 gap-y-3.5 tablet:grid-cols-2">
                {FIELDS.map(([name, label, longest], place) => (
                  <TextField
                    key={name}
                    name={name}
                    label={label}
                    value={address[name]}
                    maxLength={longest}
                    className={place < 2 ? 'col-span-full' : ''}
                  />
                ))}
              </div>
              <Tell order={order} />
              <Ends>
                <Back order={order.id} words="Leave as it is" />
                <button type="submit" className="desk-button" disabled={isSending}>
                  Save change
                </button>
              </Ends>
            </>
          )}
        </Form>
      )}
    </OrderFrame>
  );
}

const describeStage = ({ stage }: DeskOrder): string =>
  stage === 'to tie'
    ? 'Not tied yet, so both can still change. Once it is out, only a call to the driver helps.'
    : 'It is tied and still here, so both can change. Once it is out, only a call to the driver helps.';

export function Tell({ order: { buyer } }: { order: DeskOrder }) {
  if (buyer.id === null) return <p className="text-soft">Its buyer has left: there is nobody to write to.</p>;
  return (
    <TickField name="tell" isOn>
      Tell {buyer.name} by letter
    </TickField>
  );
}
