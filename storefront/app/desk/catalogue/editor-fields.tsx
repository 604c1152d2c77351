import { useState } from 'react';
import { BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import type { CatalogueWords } from '#contract/desk-catalogue.ts';
import { DayInput } from '../day-input.tsx';
import type { Draft } from './draft.ts';
import { Field } from './field.tsx';
import type { Errors } from './use-editing.ts';

type Props = {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  words: CatalogueWords;
  errors: Errors;
  isNew: boolean;
};

/** What is said of it. */
export function WordFields({ draft, change, words, errors, isNew }: Props) {
  return (
    <section className="ed-section" aria-labelledby="ed-words">
      <h2 id="ed-words">Words</h2>
      <div className="ed-two">
        {isNew && (
          <Field label="Code" note="(never changes)" name="item_code" errors={errors}>
            {(props) => (
              <input
                {...props}
                className="paper-input"
                maxLength={MOST.itemCode}
                value={draft.itemCode}
                onChange={({ currentTarget }) => change({ itemCode: currentTarget.value })}
              />
            )}
          </Field>
        )}
        <Field label="Name" name="name" errors={errors}>
          {(props) => (
            <input
              {...props}
              className="paper-input"
              maxLength={MOST.name}
              value={draft.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Category" name="category" errors={errors}>
          {(props) => (
            <>
              <input
                {...props}
                className="paper-input"
                maxLength={MOST.category}
                list="ed-categories"
                value={draft.category}
                onChange={({ currentTarget }) => change({ category: currentTarget.value })}
              />
              <datalist id="ed-categories">
                {words.categories.map((category) => (
                  <option key={category} value={category} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field
          label="One line"
          name="desc"
          errors={errors}
          isWide
          hint={<Count words="Stands on the card and in search results." text={draft.desc} most={MOST.summary} />}
        >
          {(props) => (
            <input
              {...props}
              className="paper-input"
              maxLength={MOST.summary}
              value={draft.desc}
              onChange={({ currentTarget }) => change({ desc: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Description" name="description" errors={errors} isWide>
          {(props) => (
            <textarea
              {...props}
              className="paper-input"
              rows={4}
              maxLength={MOST.description}
              value={draft.description}
              onChange={({ currentTarget }) => change({ description: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Wrapping" name="presentation" errors={errors}>
          {(props) => (
            <input
              {...props}
              className="paper-input"
              maxLength={MOST.presentation}
              value={draft.presentation}
              onChange={({ currentTarget }) => change({ presentation: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Size in words" name="size" errors={errors}>
          {(props) => (
            <input
              {...props}
              className="paper-input"
              maxLength={MOST.size}
              value={draft.size}
              onChange={({ currentTarget }) => change({ size: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Care" name="care" errors={errors} isWide>
          {(props) => (
            <textarea
              {...props}
              className="paper-input"
              rows={2}
              maxLength={MOST.care}
              value={draft.care}
              onChange={({ currentTarget }) => change({ care: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

/** The days on which it can be delivered, and how many. */
export function WhenFields({ draft, change, errors }: Pick<Props, 'draft' | 'change' | 'errors'>) {
  return (
    <section className="ed-section" aria-labelledby="ed-when">
      <h2 id="ed-when">When it can be bought</h2>
      <div className="ed-two">
        <Field label="From" note="(delivery day; empty: at once)" name="available_from" errors={errors}>
          {(props) => (
            <DayInput
              {...props}
              className="paper-input"
              value={draft.availableFrom}
              onChange={({ currentTarget }) => change({ availableFrom: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Until" note="(empty: always)" name="available_until" errors={errors}>
          {(props) => (
            <DayInput
              {...props}
              className="paper-input"
              value={draft.availableUntil}
              onChange={({ currentTarget }) => change({ availableUntil: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="At most a day" note="(empty: as many as the day holds)" name="most_per_day" errors={errors}>
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              className="paper-input"
              value={draft.mostPerDay}
              onChange={({ currentTarget }) => change({ mostPerDay: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

const Count = ({ words, text, most }: { words: string; text: string; most: number }) => (
  <p className="paper-ends">
    <span>{words}</span>
    <span>
      {text.length} / {most}
    </span>
  </p>
);

/** Those that bouquets have already, and another. */
export function OccasionFields({ draft, change, words, errors }: Omit<Props, 'isNew'>) {
  const [another, setAnother] = useState('');
  const all = [...new Set([...words.occasions, ...draft.occasions])];
  const add = () => {
    const occasion = another.trim().toLowerCase();
    if (occasion !== '') change({ occasions: [...new Set([...draft.occasions, occasion])] });
    setAnother('');
  };
  return (
    <section className="ed-section" aria-labelledby="ed-occasions">
      <h2 id="ed-occasions">Occasions</h2>
      <div className="desk-chips ed-occasions">
        {all.map((occasion) => (
          <label key={occasion} className="desk-chip ed-chip">
            <input
              type="checkbox"
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
      <div className="ed-another">
        <Field label="Another occasion" name="occasions" errors={errors}>
          {({ name: _name, ...props }) => (
            <input
              {...props}
              name="occasion"
              className="paper-input"
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
    </section>
  );
}
