import { type ReactNode, useState } from 'react';
import { BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import type { CatalogueWords } from '#contract/desk-catalogue.ts';
import { DayInput } from '../day-input.tsx';
import { Field } from '../ui/field.tsx';
import type { Draft } from './draft.ts';
import { EditorSection } from './editor-section.tsx';

type Props = {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  words: CatalogueWords;
  isNew: boolean;
};

/** The fields whose value is a text. */
type Text = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];
type Line = {
  of: Text;
  /** As the shop names it when it refuses. */
  name: string;
  label: string;
  most?: number;
  kind?: 'long' | 'day' | 'count';
  rows?: number;
  note?: string;
  hint?: string;
  isWide?: boolean;
};

const WORDS: Line[] = [
  { of: 'name', name: 'name', label: 'Name', most: MOST.name },
  { of: 'category', name: 'category', label: 'Category', most: MOST.category },
  {
    of: 'desc',
    name: 'desc',
    label: 'One line',
    most: MOST.summary,
    isWide: true,
    hint: 'Stands on the card and in search results.',
  },
  { of: 'description', name: 'description', label: 'Description', most: MOST.description, kind: 'long', rows: 4 },
  { of: 'presentation', name: 'presentation', label: 'Wrapping', most: MOST.presentation },
  { of: 'size', name: 'size', label: 'Size in words', most: MOST.size },
  { of: 'care', name: 'care', label: 'Care', most: MOST.care, kind: 'long', rows: 2 },
];
const CODE: Line = { of: 'itemCode', name: 'item_code', label: 'Code', note: '(never changes)', most: MOST.itemCode };

const WHEN: Line[] = [
  {
    of: 'availableFrom',
    name: 'available_from',
    label: 'From',
    note: '(delivery day; empty: at once)',
    kind: 'day',
  },
  { of: 'availableUntil', name: 'available_until', label: 'Until', note: '(empty: always)', kind: 'day' },
  {
    of: 'mostPerDay',
    name: 'most_per_day',
    label: 'At most a day',
    note: '(empty: as many as the day holds)',
    kind: 'count',
  },
];

/** What is said of it. */
export const WordFields = ({ draft, change, words, isNew }: Props) => (
  <EditorSection title="Words" id="ed-words">
    <Lines lines={isNew ? [CODE, ...WORDS] : WORDS} draft={draft} change={change} />
    <datalist id="ed-category">
      {words.categories.map((category) => (
        <option key={category} value={category} />
      ))}
    </datalist>
  </EditorSection>
);

/** The days on which it can be delivered, and how many. */
export const WhenFields = ({ draft, change }: Pick<Props, 'draft' | 'change'>) => (
  <EditorSection title="When it can be bought" id="ed-when">
    <Lines lines={WHEN} draft={draft} change={change} />
  </EditorSection>
);

const Lines = ({ lines, draft, change }: Pick<Props, 'draft' | 'change'> & { lines: Line[] }) => (
  <div className="grid gap-x-4 gap-y-3.5 pt-3 phone:grid-cols-2">
    {lines.map((line) => (
      <LineField key={line.of} line={line} value={draft[line.of]} onType={(typed) => change({ [line.of]: typed })} />
    ))}
  </div>
);

type LineProps = { line: Line; value: string; onType(typed: string): void };

function LineField({ line: { name, label, note, hint, most, kind, rows, isWide }, value, onType }: LineProps) {
  const counted: ReactNode = hint && (
    <span className="flex justify-between gap-3">
      <span>{hint}</span>
      <span>
        {value.length} / {most}
      </span>
    </span>
  );
  return (
    <Field
      name={name}
      label={label}
      note={note}
      {...(hint && { hint: counted })}
      className={isWide || kind === 'long' ? 'col-span-full' : ''}
    >
      {(field) => {
        const typed = {
          ...field,
          value,
          maxLength: most,
          onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value),
        };
        if (kind === 'long') return <textarea {...typed} rows={rows} />;
        if (kind === 'day') return <DayInput {...typed} />;
        return (
          <input
            {...typed}
            {...(kind === 'count' && { inputMode: 'numeric' as const })}
            {...(name === 'category' && { list: 'ed-category' })}
          />
        );
      }}
    </Field>
  );
}

/** Those that bouquets have already, and another. */
export function OccasionFields({ draft, change, words }: Omit<Props, 'isNew'>) {
  const [another, setAnother] = useState('');
  const all = [...new Set([...words.occasions, ...draft.occasions])];
  const add = () => {
    const occasion = another.trim().toLowerCase();
    if (occasion !== '') change({ occasions: [...new Set([...draft.occasions, occasion])] });
    setAnother('');
  };
  return (
    <EditorSection title="Occasions" id="ed-occasions">
      <div className="desk-chips pt-3">
        {all.map((occasion) => (
          <label key={occasion} className="desk-chip relative has-checked:border-leaf-700 has-checked:bg-sage">
            <input
              type="checkbox"
              className="desk-tick"
              name="occasion"
              value={occasion}
              checked={draft.occasions.includes(occasion)}
              onChange={({ currentTarget }) =>
                change({
                  occasions: currentTarget.checked
                    ? [...draft.occasions, occasion]
                    : draft.occasions.filter((other) => other !== occasion),
                })
              }
            />
            {occasion}
          </label>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-2.5">
        <Field label="Another occasion" name="occasions" className="flex-[0_1_260px]">
          {({ name: _name, ...props }) => (
            <input
              {...props}
              name="occasion"
              maxLength={MOST.occasion}
              value={another}
              onChange={({ currentTarget }) => setAnother(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          )}
        </Field>
        <button type="button" className="desk-button line" onClick={add} disabled={another.trim() === ''}>
          Add it
        </button>
      </div>
    </EditorSection>
  );
}
