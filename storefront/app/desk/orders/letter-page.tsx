import type { DeskLetterText } from '#contract/desk-orders.ts';
import { whenWords } from '#contract/moments.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Form } from '../ui/form.tsx';
import { Back, Ends, OrderFrame } from './order-frame.tsx';

type Data = DeskLetterText & { order: number };

export const loader = readPage(async (api, { id = '', letter = '' }) => ({
  ...(await api.get(`/api/desk/orders/${id}/letters/${letter}/`)),
  order: Number(id),
}));

const sendAgain: Press = async (_form, { id = '', letter = '' }) => {
  await send('POST', `/api/desk/orders/${id}/letters/${letter}/again/`);
  return `/desk/orders/${id}`;
};

export const meta = titled('A letter');

export default showPage<typeof loader>(LetterView);
function LetterView({ data }: { data: Data }) {
  const { letter, subject, text, order } = data;
  return (
    <OrderFrame order={order} title={subject}>
      <p className="text-soft">
        To {letter.to}, {letter.sent_at ? `sent ${whenWords(letter.sent_at, new Date())}` : 'not sent yet'}
      </p>
      <p className="whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      <Form act={sendAgain}>
        {({ isSending }) => (
          <Ends>
            <Back order={order} words="Back" />
            {letter.can_send_again && (
              <button type="submit" className="desk-button" disabled={isSending}>
                Send again
              </button>
            )}
          </Ends>
        )}
      </Form>
    </OrderFrame>
  );
}
