import { withClient } from '../rig/run-query.ts';

const HOW_MANY = 50_000;
const ROWS_AT_ONCE = 1_000;

// Three lists that give 60,000 names; a word of the first is in one name of fifty, of the second in one of thirty.
export const FIRST =
  'Amber Apricot Ashen Autumn Blushing Bramble Bright Candlelit Cheerful Clover Copper Coral Country Crimson Dappled Dawn Dusky Early Evening Feathered First Gentle Gilded Golden Harbour Hazel Heather Honeyed Ivory Juniper Late Lilac Little Merry Midsummer Misty Mossy Moonlit Morning Quiet Rosy Russet Scarlet Secret Silver Sunday Velvet Wild Winter Wandering'.split(
    ' ',
  );
export const SECOND =
  'Allotment Arbour Basket Border Cartwheel Chapel Cottage Courtyard Dovecote Farthing Garland Gatehouse Glasshouse Hedgerow Kitchen Lantern Meadow Orchard Parlour Peony Posy Promenade Ribbon Rosebud Sorbet Staircase Tearoom Terrace Weather Windowsill'.split(
    ' ',
  );
export const PLACES =
  'Alnwick Arundel Bakewell Bath Bibury Bosham Buxton Chester Clovelly Conwy Corfe Dartmouth Durham Ely Exeter Fowey Frome Hexham Keswick Lacock Ludlow Lyme Malvern Oundle Padstow Rye Settle Stamford Tenby Tetbury Thaxted Totnes Truro Ventnor Warwick Wells Whitby Woodstock York Zennor'.split(
    ' ',
  );
export const OCCASIONS = ['birthday', 'anniversary', 'thank you', 'sympathy', 'new baby', 'just because', 'get well'];

/** A name that no other number has: the lists are counted through like the wheels of a meter. */
function nameOf(number: number): string {
  const first = FIRST[number % FIRST.length];
  const second = SECOND[Math.floor(number / FIRST.length) % SECOND.length];
  const place = PLACES[Math.floor(number / (FIRST.length * SECOND.length)) % PLACES.length];
  return `${first} ${second} of ${place}`;
}

const INSERT = `
  insert into products
    (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
  select 'BENCH-' || new.number, new.name, model.category, array[new.occasion, new.other], new.price_pence,
         new.name || ', ' || model.summary, model.description, model.size, model.presentation, model.stems, model.care,
         model.pictures
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[])
       as new (number, name, occasion, other, price_pence)
  join (select *, row_number() over (order by id) - 1 as place, count(*) over () as models
        from products where item_code not like 'BENCH-%') as model
    on model.place = new.number / 7 % model.models
  order by new.number`;

/** Fills a shop up to so many bouquets, 50,000 if nothing is said: names of their own, the rest like those it has. Prices repeat, as prices do. */
export async function stockLargeCatalogue(connectionString: string, howMany = HOW_MANY): Promise<void> {
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from products');
    const missing = howMany - (rows[0]?.count ?? 0);
    for (let from = 0; from < missing; from += ROWS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, missing - from) }, (_, place) => from + place);
      await client.query(INSERT, [
        numbers,
        numbers.map(nameOf),
        numbers.map((number) => OCCASIONS[number % OCCASIONS.length]),
        numbers.map((number) => OCCASIONS[(number + 3) % OCCASIONS.length]),
        numbers.map((number) => 1_500 + ((number * 7_919) % 140) * 50),
      ]);
    }
    // What autovacuum does a minute later: without it every search would also read the new entries of the index one by one.
    await client.query('vacuum analyze products');
  });
}
