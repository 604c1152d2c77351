import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import type { usePrices } from './use-prices.ts';

type Props = { bouquet: ListedBouquet; prices: ReturnType<typeof usePrices> };

const formOf = ({ id }: ListedBouquet): string => `price-${id}`;

/** The price: press it, type, Enter. Escape leaves it. */
export function PriceCell({ bouquet, prices }: Props) {
  const { id, name } = bouquet;
  const price = formatPounds(bouquet.prices.standard);
  if (prices.id !== id) {
    return (
      <button
        type="button"
        className="min-h-11 -mr-3 py-0 px-3 border border-transparent rounded-soft bg-transparent text-inherit text-[1rem]/[1.2] font-semibold cursor-text hover:border-control hover:bg-lift max-[22em]:-ml-3"
        aria-label={`Price of ${name}, ${price}`}
        ref={(cell) => {
          if (cell) prices.cells.current.set(id, cell);
          else prices.cells.current.delete(id);
        }}
        onClick={() => prices.open(bouquet)}
      >
        {price}
      </button>
    );
  }
  return (
    <input
      className="desk-input w-26 min-h-11 text-right max-phone:w-22 max-phone:px-2"
      form={formOf(bouquet)}
      name="price"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`Price of ${name}`}
      aria-invalid={prices.error !== ''}
      aria-describedby={`${formOf(bouquet)}-words`}
      value={prices.typed ?? price}
      // biome-ignore lint/a11y/noAutofocus: the press on the price asked for this field
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => prices.type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && prices.close()}
    />
  );
}

/** What it was, and the two ways out. */
export function PriceForm({ bouquet, prices }: Props) {
  const price = readPounds(prices.typed ?? '');
  return (
    <form
      id={formOf(bouquet)}
      method="post"
      className="flex flex-wrap items-center gap-y-2 gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        void prices.save(bouquet);
      }}
      onKeyDown={({ key }) => key === 'Escape' && prices.close()}
    >
      <span id={`${formOf(bouquet)}-words`}>
        {prices.error ? (
          <span className="text-error font-semibold" role="alert">
            {prices.error}
          </span>
        ) : (
          `Was ${formatPounds(bouquet.prices.standard)}. Open carts will follow.`
        )}
      </span>
      <button type="submit" className="desk-button mid" disabled={prices.isSaving}>
        {price === undefined ? 'Save' : `Save ${formatPounds(price)}`}
      </button>
      <button type="button" className="desk-button plain mid" onClick={prices.close}>
        Leave it
      </button>
    </form>
  );
}
