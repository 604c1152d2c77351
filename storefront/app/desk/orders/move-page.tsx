import { Link } from 'react-router';
import { Refusal } from '../desk-api.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { DayField, Hidden } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Decision, Ends } from './order-frame.tsx';

type Data = { ids: number[] };

const readIds = (text: string): number[] =>
  text
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** Another day for what was chosen on the sheet: those that can be moved are, and the others are named. */
export const loader = readPage(async (_api, _params, search) => ({ ids: readIds(search.get('ids') ?? '') }));

const moveOrders: Press = async (form) => {
  const day = readText(form, 'delivery_date');
  const body = { orders: readIds(readText(form, 'ids')), delivery_date: day };
  const moved = await send('POST', '/api/desk/orders/move/', body);
  const refused = moved.flatMap(({ words }) => words ?? []);
  const done = moved.filter((each) => each.done).length;
  if (refused.length > 0) throw new Refusal(409, { detail: `${done} moved. ${refused.join(' ')}` });
  return `/desk?day=${day}`;
};

export const meta = titled('Another day');

export default showPage<typeof loader>(MoveView);
function MoveView({ data: { ids } }: { data: Data }) {
  return (
    <Decision
      crumb={{ to: '/desk', words: 'Today' }}
      title={ids.length === 1 ? 'Another day for 1 order' : `Another day for ${ids.length} orders`}
    >
      <Form act={moveOrders} className="grid gap-3" isChecked>
        {({ isSending }) => (
          <>
            <p className="text-soft">{ids.join(', ')}. What is out stays. Each buyer gets a letter.</p>
            <Hidden values={{ ids: ids.join(',') }} />
            <DayField name="delivery_date" label="Day" required />
            <Ends>
              <Link className="desk-button plain" to="/desk">
                Leave them
              </Link>
              <button type="submit" className="desk-button" disabled={isSending || ids.length === 0}>
                Move
              </button>
            </Ends>
          </>
        )}
      </Form>
    </Decision>
  );
}
