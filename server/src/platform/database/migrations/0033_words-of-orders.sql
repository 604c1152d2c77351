-- An order whose address is being changed is waited for: joined to it as it was before, the words would keep its old address for good.
CREATE OR REPLACE FUNCTION write_words_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE user_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE order_search SET words = order_words(orders.id, orders.buyer, orders.address, NEW.email)
  FROM orders WHERE orders.id = order_search.order_id AND orders.user_id = NEW.id;
  RETURN NULL;
END $$;
