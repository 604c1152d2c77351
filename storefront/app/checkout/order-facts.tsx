import type { Address } from '#contract/addresses.ts';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';

/** The parts of the checkout that can be opened to edit them. */
export type Part = 'address' | 'day' | 'note';

export type Fact = {
  name: 'For' | 'To' | 'Day' | 'Note';
  part: Part;
  value: string;
  /** What the Edit button edits, for screen readers. */
  edits: string;
};

type FactSources = {
  address: Address | undefined;
  buyer: string;
  day: string | undefined;
  surcharge: number;
  text: string;
};

/** Recipient, address, day and note of the order. */
export function toFacts({ address, buyer, day, surcharge, text }: FactSources): Fact[] {
  const facts: Fact[] = [];
  if (address) {
    facts.push(
      {
        name: 'For',
        part: 'address',
        value: address.recipient_name || ['you', buyer].filter(Boolean).join(', '),
        edits: 'who they are for',
      },
      { name: 'To', part: 'address', value: toFullLine(address), edits: 'the address' },
    );
  }
  if (day) {
    const more = surcharge > 0 ? ` (+\u00a0${formatPounds(surcharge)})` : '';
    facts.push({ name: 'Day', part: 'day', value: formatDay(day) + more, edits: 'the delivery day' });
  }
  facts.push({ name: 'Note', part: 'note', value: text.trim() || 'No card', edits: 'the gift note' });
  return facts;
}

/** `Flat 3, Alder House, 12 Gillygate, York YO31 7EQ, 07700 900142` */
const toFullLine = ({ apartment_address, street_address, city, postal_code, phone }: Address): string =>
  [apartment_address, street_address, `${city} ${postal_code}`.trim(), phone].filter(Boolean).join(', ');

type Props = { facts: readonly Fact[]; disabled: boolean; onEdit: (fact: Fact) => void };

/** The same as rows, each with an Edit button. */
export function OrderFacts({ facts, disabled, onEdit }: Props) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd className={fact.name === 'Note' ? 'line-clamp-2' : ''}>{fact.value}</dd>
          <dd>
            <button
              type="button"
              className="link min-h-11 font-semibold"
              data-edit={fact.name}
              aria-label={`Edit ${fact.edits}`}
              disabled={disabled}
              onClick={() => onEdit(fact)}
            >
              Edit
            </button>
          </dd>
        </div>
      ))}
    </dl>
  );
}
