import type { ReactNode } from 'react';
import { formatDay } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { NOBODY_IN_WORDS, SWAP_WORDS } from '#contract/wish-words.ts';
import { toLine } from '../checkout/address/address-picker.tsx';
import type { Part } from './change/use-order-changes.ts';

type Row = { part: Part; name: string; lines: string[] };

/** Where, when and how the flowers come, in the same rows wherever it is shown. */
export function ArrangementRows({ order, change }: { order: Order; change?: (part: Part) => ReactNode }) {
  return (
    <dl className="arrangements mt-4">
      {toRows(order).map(({ part, name, lines }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </dd>
          {change?.(part)}
        </div>
      ))}
    </dl>
  );
}

function toRows({ delivery_date, address, buyer, text, driver_note, nobody_in, swap_choice }: Order): Row[] {
  return [
    ...(delivery_date ? [{ part: 'day' as const, name: 'Day', lines: [formatDay(delivery_date)] }] : []),
    ...(address
      ? [
          {
            part: 'address' as const,
            name: 'To',
            lines: [
              address.recipient_name || `You, ${buyer}`,
              [address.apartment_address, toLine(address)].filter(Boolean).join(', '),
            ],
          },
        ]
      : []),
    { part: 'note', name: 'Gift note', lines: [text.trim() || 'No card'] },
    {
      part: 'wishes',
      name: 'Wishes',
      lines: [
        ...(nobody_in ? [`If nobody is in: ${NOBODY_IN_WORDS[nobody_in].toLowerCase()}`] : []),
        ...(driver_note ? [`For the driver: ${driver_note}`] : []),
        `If a flower is missing: ${SWAP_WORDS[swap_choice].toLowerCase()}`,
      ],
    },
  ];
}
