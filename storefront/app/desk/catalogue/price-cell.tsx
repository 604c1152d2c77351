import { Form, Link } from 'react-router';
import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { formatPounds, readPounds } from '#contract/money.ts';
import { Back } from '../ui/read-form.tsx';
import type { usePrices } from './use-prices.ts';

type Props = { bouquet: ListedBouquet; prices: ReturnType<typeof usePrices> };
type Chosen = { show: string; find: string };

const formOf = ({ id }: ListedBouquet): string => `price-${id}`;

/** The price: press it, type, Enter. Escape leaves it. Without scripts the press asks for the page with the field in it. */
export function PriceCell({ bouquet, prices, list }: Props & { list: Chosen }) {
  const { id, name } = bouquet;
  const price = formatPounds(bouquet.prices.standard);
  if (prices.id !== id) {
    return (
      <form method="get" action="/desk/catalogue">
        {list.show !== 'all' && <input type="hidden" name="show" value={list.show} />}
        {list.find && <input type="hidden" name="find" value={list.find} />}
        <button
          type="submit"
          name="price"
          value={id}
          className="min-h-11 -mr-3 py-0 px-3 border border-transparent rounded-soft bg-transparent text-inherit text-[1rem]/[1.2] font-semibold cursor-text hover:border-control hover:bg-lift max-[22em]:-ml-3"
          aria-label={`Price of ${name}, ${price}`}
          ref={(cell) => {
            if (cell) prices.cells.current.set(id, cell);
            else prices.cells.current.delete(id);
          }}
          onClick={(event) => {
            event.preventDefault();
            prices.open(bouquet);
          }}
        >
          {price}
        </button>
      </form>
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
export function PriceForm({ bouquet, prices, back }: Props & { back: string }) {
  const price = readPounds(prices.typed ?? '');
  return (
    <Form
      id={formOf(bouquet)}
      method="post"
      action="/desk/catalogue"
      className="flex flex-wrap items-center gap-y-2 gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        void prices.save(bouquet);
      }}
      onKeyDown={({ key }) => key === 'Escape' && prices.close()}
    >
      <Back to={back} />
      <input type="hidden" name="do" value="price" />
      <input type="hidden" name="bouquet" value={bouquet.id} />
      <input type="hidden" name="seen" value={bouquet.prices.standard} />
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
      <Link
        className="desk-button plain mid"
        to={back}
        onClick={(event) => {
          event.preventDefault();
          prices.close();
        }}
      >
        Leave it
      </Link>
    </Form>
  );
}
