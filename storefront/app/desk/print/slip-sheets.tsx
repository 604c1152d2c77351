import { formatDay } from '#contract/delivery.ts';
import type { PrintedOrder, PrintedOrders } from '#contract/desk-print.ts';
import { nameInSize } from '#contract/line-words.ts';
import { SHOP } from '#contract/shop.ts';
import { Marigold } from '../../shell/brand.tsx';

/** Packing slips, one to a sheet, without prices. */
export function SlipSheets({ orders, sender }: { orders: readonly PrintedOrder[]; sender: Sender }) {
  return orders.map((order) => <Slip key={order.id} order={order} sender={sender} />);
}

type Sender = PrintedOrders['sender'];

function Slip({ order, sender }: { order: PrintedOrder; sender: Sender }) {
  const care = [...new Set(order.lines.map((line) => line.care).filter(Boolean))];
  return (
    <section className="a4 packing">
      <header>
        <span className="shop">
          <Marigold className="mark" />
          {SHOP.name}
        </span>
        <address>
          {sender.street}
          <br />
          {sender.city} {sender.postcode}
          <br />
          {sender.email}
        </address>
      </header>
      <div className="to">
        <small>To</small>
        <p>
          <b>{order.recipient}</b>
          {order.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <div className="where">
          <b>{order.district}</b>
          <span>{describeWay(order)}</span>
        </div>
      </div>
      <h1>With best wishes, and a stem count.</h1>
      <table>
        <thead>
          <tr>
            <th>In this parcel</th>
            <th>Stems</th>
            <th className="number">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Rows key={`${line.name} ${line.size}`} line={line} />
          ))}
        </tbody>
      </table>
      <div className="care">
        <h2>To keep them well</h2>
        {care.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <div className="care">
        <h2>Arrived the worse for wear?</h2>
        <p>Take a photo today and ask whoever sent them to show it to us. We replace what the road has spoilt.</p>
      </div>
      <footer>
        <span>
          Order {order.id}, {formatDay(order.arrives_on)} {order.arrives_on.slice(0, 4)}
          {order.printed > 0 && ', reprint'}
        </span>
        <span>No prices on this slip: it is a present.</span>
      </footer>
    </section>
  );
}

function Rows({ line }: { line: PrintedOrder['lines'][number] }) {
  const stems = countSwapped(line);
  return (
    <>
      <tr>
        <td>
          <b>{nameInSize(line)}</b>
          <br />
          {stems.map(({ flower, count }) => `${count} ${flower.toLowerCase()}`).join(', ')}
        </td>
        <td>{stems.reduce((sum, { count }) => sum + count, 0) || ''}</td>
        <td className="number">{line.quantity}</td>
      </tr>
      {line.extras.map((extra) => (
        <tr key={extra}>
          <td>
            <b>{extra}</b>
          </td>
          <td />
          <td className="number">{line.quantity}</td>
        </tr>
      ))}
    </>
  );
}

/** The stems that are in the bouquet, with what was swapped. */
function countSwapped({ stems, swaps }: PrintedOrder['lines'][number]) {
  const counts = new Map(stems.map(({ flower, count }) => [flower, count]));
  for (const swap of swaps) {
    counts.set(swap.flower, (counts.get(swap.flower) ?? 0) - swap.count);
    counts.set(swap.instead, (counts.get(swap.instead) ?? 0) + swap.instead_count);
  }
  return [...counts].map(([flower, count]) => ({ flower, count })).filter(({ count }) => count > 0);
}

function describeWay({ by_carrier, run, stop }: PrintedOrder): string {
  if (by_carrier) return 'By carrier';
  return run === null ? '' : `Run ${run}, stop ${stop}`;
}
