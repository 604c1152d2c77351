import { useRef, useState } from 'react';
import { BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import type { CatalogueWords } from '#contract/desk-catalogue.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import { SIZES, type Size } from '#contract/sizes.ts';
import { CrossIcon } from '../icons.tsx';
import { type Draft, type DraftSize, type DraftStem, emptyStem, stemsOf } from './draft.ts';
import { EditorSection } from './editor-section.tsx';
import { SIZE_NAMES } from './size-names.ts';
import { SizePhotos } from './size-photos.tsx';
import type { Errors } from './use-editing.ts';
import type { Photos } from './use-photos.ts';

type Props = {
  draft: Draft;
  change(changes: Partial<Draft> | ((draft: Draft) => Draft)): void;
  words: CatalogueWords;
  errors: Errors;
  photos: Photos;
};

const FIELDS = ['price', 'stems', 'height_cm', 'width_cm', 'standard_picture', 'large', 'grand'];

/** Sizes, prices and recipes in one table. */
export function RecipeTable({ draft, change, words, errors, photos }: Props) {
  const added = useRef(0);
  const [moved, setMoved] = useState('');
  const setSize = (size: Size, changes: Partial<DraftSize>) =>
    change((known) => ({ ...known, sizes: { ...known.sizes, [size]: { ...known.sizes[size], ...changes } } }));
  const setStem = (key: string, changes: (stem: DraftStem) => DraftStem) =>
    change((known) => ({
      ...known,
      recipe: known.recipe.map((stem) => (stem.key === key ? changes(stem) : stem)),
    }));
  const add = () => {
    added.current += 1;
    const key = `added-${Date.now()}-${added.current}`;
    change((known) => ({ ...known, recipe: [...known.recipe, emptyStem(key)] }));
    requestAnimationFrame(() => document.getElementById(`flower-${key}`)?.focus());
  };
  const move = (key: string, by: 1 | -1) => {
    change((known) => ({ ...known, recipe: moveStem(known.recipe, key, by) }));
    const to = draft.recipe.findIndex((stem) => stem.key === key) + by;
    setMoved(
      `${draft.recipe.find((stem) => stem.key === key)?.flower || 'The row'}: ${to + 1} of ${draft.recipe.length}.`,
    );
    // The row has moved with its buttons; at an end the other one has the focus.
    requestAnimationFrame(() => {
      const row = document.getElementById(`flower-${key}`)?.closest('tr');
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`);
      (wanted ?? row?.querySelector<HTMLButtonElement>('[data-by]:not(:disabled)'))?.focus();
    });
  };
  const said = FIELDS.flatMap((field) => {
    const size = field === 'large' || field === 'grand' ? `${SIZE_NAMES[field]}: ` : '';
    return [errors[field] ?? []].flat().map((text) => `${size}${text}`);
  });
  const isBad = (size: Size, field: string) => (size === 'standard' ? errors[field] : errors[size]) !== undefined;
  return (
    <EditorSection title="Sizes, prices and recipe" id="ed-recipe">
      <p className="font-semibold text-error text-small" id="ed-recipe-words">
        {said.join(' ')}
      </p>
      <table className="desk-rows ed-recipe max-phone:block">
        <thead>
          <tr>
            <th>
              <span className="sr-only">Flower</span>
            </th>
            {SIZES.map((size) => (
              <th key={size} className="number">
                {size === 'standard' ? (
                  SIZE_NAMES.standard
                ) : (
                  <label className="desk-toggle">
                    <input
                      type="checkbox"
                      name={`on-${size}`}
                      checked={draft.sizes[size].isOn}
                      onChange={({ currentTarget }) => setSize(size, { isOn: currentTarget.checked })}
                    />
                    <i />
                    {SIZE_NAMES[size]}
                  </label>
                )}
              </th>
            ))}
            <th>
              <span className="sr-only">Take out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Price</th>
            {SIZES.map((size) => (
              <td key={size} className="number">
                <input
                  className="desk-input"
                  name={`price-${size}`}
                  inputMode="decimal"
                  aria-label={`Price, ${size}`}
                  aria-invalid={isBad(size, 'price')}
                  aria-describedby="ed-recipe-words"
                  disabled={!draft.sizes[size].isOn}
                  value={draft.sizes[size].price}
                  onChange={({ currentTarget }) => setSize(size, { price: currentTarget.value })}
                />
              </td>
            ))}
            <td />
          </tr>
          {draft.recipe.map((stem, place) => (
            <tr key={stem.key}>
              <th scope="row">
                <div className="flex items-center">
                  <input
                    id={`flower-${stem.key}`}
                    className="desk-input ed-flower"
                    name="flower"
                    list="ed-flowers"
                    aria-label="Flower"
                    maxLength={MOST.flower}
                    value={stem.flower}
                    onChange={({ currentTarget }) => {
                      const { value } = currentTarget;
                      setStem(stem.key, (known) => ({ ...known, flower: value }));
                    }}
                  />
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      className="desk-round text-[1.125rem] enabled:hover:bg-sage disabled:text-mute disabled:opacity-50 disabled:cursor-default noscript:hidden"
                      data-by={by}
                      aria-label={`Move ${stem.flower || 'this row'} ${by < 0 ? 'up' : 'down'}`}
                      disabled={by < 0 ? place === 0 : place === draft.recipe.length - 1}
                      onClick={() => move(stem.key, by)}
                    >
                      {by < 0 ? '↑' : '↓'}
                    </button>
                  ))}
                </div>
              </th>
              {SIZES.map((size) => (
                <td key={size} className="number">
                  <input
                    className="desk-input"
                    name={`count-${size}`}
                    inputMode="numeric"
                    aria-label={`${stem.flower || 'New flower'}, ${size}`}
                    aria-invalid={isBad(size, 'stems')}
                    readOnly={!draft.sizes[size].isOn}
                    value={stem.counts[size]}
                    onChange={({ currentTarget }) => {
                      const { value } = currentTarget;
                      setStem(stem.key, (known) => ({ ...known, counts: { ...known.counts, [size]: value } }));
                    }}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="desk-round"
                  aria-label={`Take ${stem.flower || 'this row'} out`}
                  onClick={() =>
                    change((known) => ({ ...known, recipe: known.recipe.filter(({ key }) => key !== stem.key) }))
                  }
                >
                  <CrossIcon />
                </button>
              </td>
            </tr>
          ))}
          {(['height', 'width'] as const).map((side) => (
            <tr key={side}>
              <th scope="row">{side === 'height' ? 'Height, cm' : 'Width, cm'}</th>
              {SIZES.map((size) => (
                <td key={size} className="number">
                  <input
                    className="desk-input"
                    name={`${side}-${size}`}
                    inputMode="numeric"
                    aria-label={`${side === 'height' ? 'Height' : 'Width'}, ${size}`}
                    aria-invalid={isBad(size, `${side}_cm`)}
                    disabled={!draft.sizes[size].isOn}
                    value={draft.sizes[size][side]}
                    onChange={({ currentTarget }) => setSize(size, { [side]: currentTarget.value })}
                  />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Stems in all</th>
            {SIZES.map((size) => (
              <td key={size} className="number">
                {countStems(draft, size) || '–'}
              </td>
            ))}
            <td />
          </tr>
          <tr className="ed-cost">
            <th scope="row">Price per stem</th>
            {SIZES.map((size) => (
              <td key={size} className="number">
                {pricePerStem(draft, size)}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
      <p className="sr-only" role="status">
        {moved}
      </p>
      <datalist id="ed-flowers">
        {words.flowers.map((flower) => (
          <option key={flower} value={flower} />
        ))}
      </datalist>
      <button type="button" className="desk-button plain" onClick={add}>
        + Add a flower
      </button>
      <SizePhotos draft={draft} setSize={setSize} photos={photos} />
    </EditorSection>
  );
}

function moveStem(recipe: DraftStem[], key: string, by: 1 | -1): DraftStem[] {
  const from = recipe.findIndex((stem) => stem.key === key);
  const other = recipe[from + by];
  const own = recipe[from];
  return own && other ? recipe.with(from, other).with(from + by, own) : recipe;
}

const countStems = (draft: Draft, size: Size): number =>
  draft.sizes[size].isOn ? stemsOf(draft, size).reduce((sum, { count }) => sum + (Number(count) || 0), 0) : 0;

function pricePerStem(draft: Draft, size: Size): string {
  const [stems, price] = [countStems(draft, size), readPounds(draft.sizes[size].price)];
  return stems === 0 || price === undefined ? '–' : formatPounds(price / stems);
}
