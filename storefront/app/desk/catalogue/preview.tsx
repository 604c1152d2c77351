import { formatPounds, readPounds } from '#contract/money.ts';
import { SIZES } from '#contract/sizes.ts';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Slip } from '../ui/slip.tsx';
import { type Draft, stemsOf } from './draft.ts';
import { SIZE_NAMES } from './size-names.ts';

/** How the shop will show it, and what is still missing. */
export function Preview({ draft, colours }: { draft: Draft; colours: string[] }) {
  const first = draft.photos[0];
  return (
    <div className="grid min-w-0 gap-4">
      <p className="font-semibold text-small text-soft">In the shop, as you type</p>
      <div className="max-w-75">
        <BouquetPicture
          picture={first?.picture ?? null}
          width={360}
          alt={first?.alt ?? ''}
          className="aspect-4/5 w-full"
        />
        <h3 className="mt-3.5 font-serif text-slip">{draft.name || 'No name yet'}</h3>
        <p className="text-soft">{draft.desc}</p>
        <p className="mt-2.5 flex items-center justify-between gap-3">
          <b>{priceWords(draft)}</b>
          <span className="rounded-round border-[1.5px] border-leaf-700 px-4.5 py-2.5 font-semibold text-leaf-700 text-small">
            {draft.status === 'on_sale' ? 'Add to Cart' : 'Sold out'}
          </span>
        </p>
        {draft.status === 'withdrawn' && <p className="desk-warn">Hidden: nobody sees it in the shop.</p>}
        {colours.length > 0 && (
          <p className="desk-mute">Found by colour: {colours.join(', ')}, from the names of its flowers.</p>
        )}
      </div>
      <Slip as="div" title="Before it goes live">
        <ul className="grid gap-2">
          {listChecks(draft).map(({ words, state }) => (
            <li
              key={words}
              className={`grid grid-cols-[22px_1fr] gap-2.5 before:size-5 before:grid before:place-items-center before:border-2 before:rounded-full before:text-[0.75rem]/[1] before:font-bold ${CHECKS[state]}`}
            >
              <span className="sr-only">{STATES[state]}: </span>
              {words}
            </li>
          ))}
        </ul>
      </Slip>
    </div>
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

const CHECKS = {
  done: "before:border-leaf-700 before:bg-leaf-700 before:text-on-leaf before:content-['✓'_/_'']",
  missing: "before:border-error before:text-error before:content-['!'_/_'']",
  note: 'before:border-leaf-900',
};
