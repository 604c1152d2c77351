import { useRef, useState } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import type { Asked } from '#contract/calls.ts';
import {
  type DeskCatalogue,
  type ListedBouquet,
  PRODUCT_LISTS,
  type ProductListName,
} from '#contract/desk-catalogue.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { formatPounds } from '#contract/money.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { FindIcon } from '../icons.tsx';
import { LineBroken } from '../line-broken.tsx';
import { DeskToastView, useDeskToast } from '../toasts.tsx';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Pager } from '../ui/table.tsx';
import { useFresh } from '../use-fresh.ts';
import { PriceCell, PriceForm } from './price-cell.tsx';
import { SaleSwitch } from './sale-switch.tsx';
import { usePrices } from './use-prices.ts';
import { useSwitches } from './use-switches.ts';

export type CatalogueData = {
  catalogue: DeskCatalogue;
  /** Where it was read from, to read it again. */
  source: `/api/desk/catalogue/?${Asked}`;
  show: ProductListName;
  find: string;
};

const LISTS: Record<ProductListName, string> = {
  all: 'All',
  on_sale: 'On sale',
  sold_out: 'Sold out',
  withdrawn: 'Hidden',
};

type Props = { data: CatalogueData; me: Me };

const countWords = (count: number): string => (count === 1 ? '1 bouquet' : `${count.toLocaleString('en-GB')} bouquets`);

/** The table of all bouquets. A florist may say what is sold out; an owner changes prices, too. */
export function CatalogueView({ data: loaded, me }: Props) {
  const { data, refresh, isBroken } = useFresh(loaded.source, loaded.catalogue);
  const { toast, show: showToast, close } = useDeskToast();
  const edits = may(me.roles, 'edit catalogue');
  const changed = { showToast, refresh };
  const switches = useSwitches(changed);
  const prices = usePrices(changed);
  const { counts, bouquets, has_more: hasMore } = data;
  return (
    <Page
      title="Catalogue"
      above={<LineBroken isBroken={isBroken} />}
      lead={
        <>
          {countWords(counts.all ?? 0)}, {(counts.on_sale ?? 0).toLocaleString('en-GB')} on sale.{' '}
          {edits && 'A new price holds at once: open carts follow it, paid orders never change.'}
        </>
      }
      acts={edits && <Acts />}
    >
      <Tools data={loaded} counts={counts} />
      {bouquets.length === 0 ? (
        <Empty>{loaded.find ? 'No bouquet is called that.' : 'There is no bouquet here.'}</Empty>
      ) : (
        <table className="desk-rows cat-table">
          <thead>
            <tr>
              <th colSpan={2}>Bouquet</th>
              <th className="cat-wide">Category</th>
              <th className="cat-wide number">Stems</th>
              <th className="cat-wide number">Sold</th>
              <th className="number">Standard</th>
              <th className="cat-wide number">Large</th>
              <th className="cat-wide number">Grand</th>
              <th className="cat-in-shop">In the shop</th>
            </tr>
          </thead>
          {bouquets.map((bouquet) => (
            <Row key={bouquet.id} bouquet={bouquet} edits={edits} prices={prices} switches={switches} />
          ))}
        </table>
      )}
      <Pager
        after={hasMore && { to: addressOf(loaded, { before: String(bouquets.at(-1)?.id) }), words: 'Older ones' }}
      />
      <DeskToastView toast={toast} onClose={close} />
    </Page>
  );
}

function Acts() {
  return (
    <div className="desk-acts">
      <Link className="desk-button plain" to="/desk/catalogue/file">
        By file
      </Link>
      <Link className="desk-button line" to="/desk/catalogue/new">
        New bouquet
      </Link>
    </div>
  );
}

type Chosen = Pick<CatalogueData, 'show' | 'find'>;

/** The address of this page with what is chosen, and anything more. */
const addressOf = ({ show, find }: Chosen, more: Record<string, string> = {}): string => {
  const asked = new URLSearchParams({ ...(show !== 'all' && { show }), ...(find && { find }), ...more });
  return `/desk/catalogue${asked.size > 0 ? `?${asked}` : ''}`;
};

const TYPING_MS = 250;

function Tools({ data, counts }: { data: CatalogueData; counts: CatalogueData['catalogue']['counts'] }) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [find, setFind] = useState(data.find);
  const search = (form: HTMLFormElement | null, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), afterMs);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-2.5 gap-x-5 mb-1.5">
      <Form
        method="get"
        action="/desk/catalogue"
        className="[&>svg]:absolute [&>svg]:top-3 [&>svg]:left-3.5 [&>svg]:pointer-events-none relative w-[min(340px,_100%)]"
        role="search"
      >
        {data.show !== 'all' && <input type="hidden" name="show" value={data.show} />}
        <FindIcon />
        <input
          className="desk-input rounded-round pl-11.5"
          type="search"
          name="find"
          aria-label="Find a bouquet"
          placeholder="Name, code or flower"
          maxLength={MAX_SEARCH_LENGTH}
          value={find}
          onChange={({ currentTarget }) => {
            setFind(currentTarget.value);
            search(currentTarget.form, TYPING_MS);
          }}
        />
      </Form>
      <nav
        className="desk-chips max-phone:flex-nowrap max-phone:max-w-[calc(100%_+_2_*_var(--side))] max-phone:-mx-[var(--side)] max-phone:px-[var(--side)] max-phone:overflow-x-auto"
        aria-label="Which bouquets"
      >
        {PRODUCT_LISTS.map((list) => (
          <Link
            key={list}
            className="desk-chip max-phone:whitespace-nowrap"
            to={addressOf({ show: list, find: data.find })}
            aria-current={list === data.show ? 'page' : undefined}
          >
            {LISTS[list]} <b>{(counts[list] ?? 0).toLocaleString('en-GB')}</b>
          </Link>
        ))}
      </nav>
    </div>
  );
}

type RowProps = {
  bouquet: ListedBouquet;
  edits: boolean;
  prices: ReturnType<typeof usePrices>;
  switches: ReturnType<typeof useSwitches>;
};

const orDash = (price: number | null): string => (price === null ? '–' : formatPounds(price));

/** A body of its own, because changing the price takes a second row. */
function Row({ bouquet, edits, prices, switches }: RowProps) {
  const { id, name, picture } = bouquet;
  const isPriced = edits && prices.id === id;
  return (
    <tbody className={isPriced ? 'on' : undefined}>
      <tr>
        <td className="w-13.5 max-[380px]:hidden">
          <BouquetPicture picture={picture} width={160} alt="" className="h-11.75 w-9.5" />
        </td>
        <td>
          {edits ? (
            <Link className="lead" to={`/desk/catalogue/${id}`}>
              {name}
            </Link>
          ) : (
            <span className="lead">{name}</span>
          )}
          <span className={`block text-mute text-micro ${edits ? '-mt-2' : ''}`}>{bouquet.item_code}</span>
        </td>
        <td className="cat-wide text-soft">{bouquet.category}</td>
        <td className="cat-wide number text-soft">{bouquet.stems}</td>
        <td className="cat-wide number">{bouquet.sold.toLocaleString('en-GB')}</td>
        <td className="number">
          {edits ? <PriceCell bouquet={bouquet} prices={prices} /> : formatPounds(bouquet.prices.standard)}
        </td>
        <td className="cat-wide number text-soft">{orDash(bouquet.prices.large)}</td>
        <td className="cat-wide number text-soft">{orDash(bouquet.prices.grand)}</td>
        <td className="cat-in-shop">
          <SaleSwitch bouquet={bouquet} switches={switches} />
        </td>
      </tr>
      {isPriced && (
        <tr>
          <td />
          <td colSpan={8}>
            <PriceForm bouquet={bouquet} prices={prices} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
