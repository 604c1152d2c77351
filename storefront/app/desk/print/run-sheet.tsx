import { formatDay } from '#contract/delivery.ts';
import type { RunSheet as Run } from '#contract/desk-print.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import { Marigold } from '../../shell/brand.tsx';
import { counted } from '../stems/stems-words.ts';

/** The stops of a run with boxes to tick, for when the phone is flat. A long one goes on on the next sheet. */
export function RunSheet({ run }: { run: Run }) {
  const bouquets = run.stops.reduce((sum, stop) => sum + stop.bouquets, 0);
  const driver = run.driver ? ` with ${run.driver}` : '';
  return (
    <section className="a4 run">
      <header>
        <b className="rank">{run.number}</b>
        <div>
          <h1>Run {run.number}</h1>
          <p>
            {formatDay(run.day)} {run.day.slice(0, 4)}, leaves {run.leaves_at}
            {driver}. {counted(run.stops.length, 'stop')}, {counted(bouquets, 'bouquet')}.
          </p>
        </div>
        <Marigold className="mark" />
      </header>
      <table>
        <thead>
          <tr>
            <th>
              <span className="sr-only">Stop</span>
            </th>
            <th>Who and where</th>
            <th>What</th>
            <th>Phone</th>
            <th>How it went</th>
          </tr>
        </thead>
        <tbody>
          {run.stops.map((stop, index) => (
            <tr key={stop.order}>
              <td className="rank">{index + 1}</td>
              <td>
                <b>{stop.recipient}</b>
                <br />
                {stop.address.join(', ')}
                {stop.driver_note && <em>{stop.driver_note}</em>}
                {stop.nobody_in && <em>If nobody is in: {NOBODY_IN_WORDS[stop.nobody_in].toLowerCase()}</em>}
              </td>
              <td>{stop.what.join('; ')}</td>
              <td className="phone">{stop.phone}</td>
              <td className="how">
                <span>
                  <i /> Delivered
                </span>
                <span>
                  <i /> Neighbour at ____
                </span>
                <span>
                  <i /> Nobody in
                </span>
                <span>Time ____</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <span>Shred this sheet in the evening: it has people’s addresses on it.</span>
      </footer>
    </section>
  );
}
