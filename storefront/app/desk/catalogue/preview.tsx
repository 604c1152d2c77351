import { formatPounds, readPounds } from '#contract/money.ts';
import { SIZES } from '#contract/sizes.ts';
import { BouquetPicture } from '../paper/bouquet-picture.tsx';
import { type Draft, stemsOf } from './draft.ts';
import { SIZE_NAMES } from './size-names.ts';

/** How the shop will show it, and what is still missing. */
export function Preview({ draft, colours }: { draft: Draft; colours: string[] }) {
  const first = draft.photos[0];
  return (
    <aside className="ed-preview" aria-label="Preview">
      <p className="desk-soft ed-strong">In the shop, as you type</p>
      <div className="ed-card">
        <BouquetPicture picture={first?.picture ?? null} width={360} alt={first?.alt ?? ''} />
        <h3>{draft.name || 'No name yet'}</h3>
        <p className="desk-soft">{draft.desc}</p>
        <p className="ed-card-row">
          <b>{priceWords(draft)}</b>
          <span className="ed-add">{draft.status === 'on_sale' ? 'Add to Cart' : 'Sold out'}</span>
        </p>
        {draft.status === 'withdrawn' && <p className="paper-warn">Hidden: nobody sees it in the shop.</p>}
        {colours.length > 0 && (
          <p className="desk-mute">Found by colour: {colours.join(', ')}, from the names of its flowers.</p>
        )}
      </div>
      <div className="paper-slip">
        <h2>Before it goes live</h2>
        <ul className="ed-checks">
          {listChecks(draft).map(({ words, state }) => (
            <li key={words} className={state}>
              <span className="sr-only">{STATES[state]}: </span>
              {words}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

type Check = { words: string; state: 'done' | 'missing' | 'note' };
const STATES = { done: 'Done', missing: 'Missing', note: 'Note' };

function priceWords({ sizes }: Draft): string {
  const price = readPounds(sizes.standard.price);
  if (price === undefined) return 'No price yet';
  const hasMore = sizes.large.isOn || sizes.grand.isOn;
  return hasMore ? `From ${formatPounds(price)}` : formatPounds(price);
}

function listChecks(draft: Draft): Check[] {
  const { photos, sizes } = draft;
  const told = photos.filter(({ alt, picture }) => alt.trim() !== '' && picture).length;
  const sold = SIZES.filter((size) => sizes[size].isOn);
  const isWhole = (size: (typeof SIZES)[number]) =>
    readPounds(sizes[size].price) !== undefined && stemsOf(draft, size).length > 0;
  return [
    photos.length === 0
      ? { words: 'A photo', state: 'missing' }
      : {
          words: `${photos.length === 1 ? 'One photo' : `${photos.length} photos`} with alt text`,
          state: told === photos.length ? 'done' : 'missing',
        },
    ...sold.map(
      (size): Check => ({
        words: `Price and recipe, ${SIZE_NAMES[size].toLowerCase()}`,
        state: isWhole(size) ? 'done' : 'missing',
      }),
    ),
    ...sold
      .filter((size) => size !== 'standard' && !sizes[size].photo)
      .map(
        (size): Check => ({
          words: `${SIZE_NAMES[size]} has no photo of its own; the shop shows the standard one`,
          state: 'note',
        }),
      ),
  ];
}
