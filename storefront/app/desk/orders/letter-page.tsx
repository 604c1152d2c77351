import { Form, useNavigation } from 'react-router';
import type { DeskLetterText } from '#contract/desk-orders.ts';
import { whenWords } from '#contract/moments.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { Back, OrderFrame } from './order-frame.tsx';

type Data = DeskLetterText & { order: number };

export const letterPage: DeskPage<Data> = {
  path: 'orders/:id/letters/:letter',
  title: 'A letter',
  load: async (api, { id = '', letter = '' }) => ({
    ...(await api.get(`/api/desk/orders/${id}/letters/${letter}/`)),
    order: Number(id),
  }),
  async act(api, _form, { id = '', letter = '' }) {
    await api.send('POST', `/api/desk/orders/${id}/letters/${letter}/again/`);
    return `/desk/orders/${id}`;
  },
  View: LetterView,
};

function LetterView({ data, refused }: { data: Data; refused: Refused['refused'] | undefined }) {
  const { letter, subject, text, order } = data;
  const { state } = useNavigation();
  return (
    <OrderFrame order={order} title={subject} refused={refused} fields={[]}>
      <p className="desk-soft">
        To {letter.to}, {letter.sent_at ? `sent ${whenWords(letter.sent_at, new Date())}` : 'not sent yet'}
      </p>
      <p className="order-letter" dir="auto">
        {text}
      </p>
      <Form method="post" className="order-end">
        <Back order={order} words="Back" />
        {letter.can_send_again && (
          <button type="submit" className="desk-button" disabled={state !== 'idle'}>
            Send again
          </button>
        )}
      </Form>
    </OrderFrame>
  );
}
