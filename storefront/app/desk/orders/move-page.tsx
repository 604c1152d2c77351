import { Link, useNavigation } from 'react-router';
import { DayInput } from '../day-input.tsx';
import { Refusal } from '../desk-api.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { FieldRefused, RefusedWords, readText } from '../paper/form-parts.tsx';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';

type Data = { ids: number[] };

const readIds = (text: string): number[] =>
  text
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** Another day for what was chosen on the sheet: those that can be moved are, and the others are named. */
export const movePage: DeskPage<Data> = {
  path: 'orders/move',
  title: 'Another day',
  load: async (_api, _params, search) => ({ ids: readIds(search.get('ids') ?? '') }),
  async act(api, form) {
    const day = readText(form, 'delivery_date');
    const body = { orders: readIds(readText(form, 'ids')), delivery_date: day };
    const moved = await api.send('POST', '/api/desk/orders/move/', body);
    const refused = moved.flatMap(({ words }) => words ?? []);
    const done = moved.filter((each) => each.done).length;
    if (refused.length > 0) throw new Refusal(409, { detail: `${done} moved. ${refused.join(' ')}` });
    return `/desk?day=${day}`;
  },
  View: MoveView,
};

function MoveView({ data: { ids }, refused }: { data: Data; refused: Refused['refused'] | undefined }) {
  const { state } = useNavigation();
  return (
    <section className="desk-page order-act">
      <Link className="paper-crumb" to="/desk">
        ‹ Today
      </Link>
      <div className="paper-slip">
        <h1>{ids.length === 1 ? 'Another day for 1 order' : `Another day for ${ids.length} orders`}</h1>
        <RefusedWords refused={refused} fields={['delivery_date']} />
        <ConfirmedForm>
          <p className="desk-soft">{ids.join(', ')}. What is out stays. Each buyer gets a letter.</p>
          <input type="hidden" name="ids" value={ids.join(',')} />
          <div className="paper-field">
            <label htmlFor="delivery_date">Day</label>
            <DayInput
              id="delivery_date"
              name="delivery_date"
              className="paper-input"
              required
              aria-describedby="delivery_date-refused"
            />
            <FieldRefused refused={refused} name="delivery_date" id="delivery_date-refused" />
          </div>
          <div className="order-end">
            <Link className="desk-button plain" to="/desk">
              Leave them
            </Link>
            <button type="submit" className="desk-button" disabled={state !== 'idle' || ids.length === 0}>
              Move
            </button>
          </div>
        </ConfirmedForm>
      </div>
    </section>
  );
}
