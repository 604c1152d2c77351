/** One hand-written statement for each thing a shop does: no rules, no accounts, no shop. */
export const STATEMENTS = {
  list: `select id, name, category, price_pence / 100.0 as price, summary as desc, occasions, pictures
    from products where status <> 'withdrawn' order by id desc limit 24`,
  detail: `select id, name, category, price_pence / 100.0 as price, summary as desc, occasions, pictures, description,
      item_code, size, presentation, stems, care, sold
    from products where id = $1`,
  search: `select id, name, category, price_pence / 100.0 as price, summary as desc, occasions, pictures
    from products where name ilike '%' || $1 || '%' and status <> 'withdrawn' order by id desc limit $2`,
  start: `with cart as (insert into floor_carts default values returning id),
      line as (insert into floor_lines (cart, product, quantity) select id, $1, 1 from cart)
    select id from cart`,
  add: `insert into floor_lines as kept (cart, product, quantity) values ($1, $2, 1)
    on conflict (cart, product) do update set quantity = kept.quantity + 1 returning quantity`,
  cart: `select carts.id, lines.quantity, products.id as product, products.name, products.price_pence / 100.0 as price,
      products.pictures->0 as picture
    from floor_carts as carts join floor_lines as lines on lines.cart = carts.id
    join products on products.id = lines.product where carts.id = $1`,
  address: `update floor_carts set address = $2 where id = $1 returning id`,
  day: `update floor_carts set day = $2 where id = $1 returning id`,
  payment: `insert into floor_payments (cart, pence)
    select $1, sum(lines.quantity * products.price_pence) from floor_lines as lines
    join products on products.id = lines.product where lines.cart = $1 returning id`,
  paid: `update floor_carts set paid_at = now() where id = $1 returning id`,
};
export type Statement = keyof typeof STATEMENTS;

export const FLOOR_TABLES = `
  create table floor_carts (id int primary key generated always as identity, address text, day date, paid_at timestamptz);
  create table floor_lines (cart int not null references floor_carts, product int not null references products,
    quantity int not null, primary key (cart, product));
  create table floor_payments (id int primary key generated always as identity,
    cart int not null references floor_carts, pence int not null)`;
