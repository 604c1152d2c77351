CREATE TABLE "order_search" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"refunded" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_search_refunded" ON "order_search" USING btree ("order_id") WHERE "order_search"."refunded";--> statement-breakpoint
CREATE INDEX "letters_by_order" ON "letters" USING btree ("order_id") WHERE "letters"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_stage" ON "orders" USING btree ("stage","id");--> statement-breakpoint
CREATE INDEX "swaps_waiting" ON "swaps" USING btree ("id") WHERE "swaps"."state" in ('asked', 'call');--> statement-breakpoint
CREATE INDEX "orders_replacements" ON "orders" USING btree ("id") WHERE "orders"."replaces_order_id" is not null;;--> statement-breakpoint
-- In small letters without accents. Most words have none: they are spared the costly part.
CREATE FUNCTION fold_words(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(words) = char_length(words) THEN lower(words)
    ELSE lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')) END
$$;
--> statement-breakpoint
-- The digits of a phone number as it is dialled in the United Kingdom, however it was written.
CREATE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE digits text := translate(phone, ' -().+/', '');
BEGIN
  IF digits = '' OR digits IS NULL THEN RETURN NULL; END IF;
  IF phone ~ '^\s*(\+|00)' THEN digits := translate(replace(phone, '(0)', ''), ' -().+/', ''); END IF;
  IF digits ~ '\D' THEN digits := regexp_replace(digits, '\D', '', 'g'); END IF;
  RETURN CASE WHEN digits LIKE '0044%' THEN '0' || substr(digits, 5) WHEN digits LIKE '44%' THEN '0' || substr(digits, 3) ELSE digits END;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_words(id integer, buyer text, address jsonb, email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT fold_words(concat_ws(E'\n', id, nullif(buyer, ''), nullif(address ->> 'recipient_name', ''),
    nullif(address ->> 'postal_code', ''), nullif(replace(address ->> 'postal_code', ' ', ''), ''),
    phone_digits(address ->> 'phone'), email, nullif(address ->> 'apartment_address', ''),
    nullif(address ->> 'street_address', ''), nullif(address ->> 'city', '')))
$$;
--> statement-breakpoint
CREATE FUNCTION is_refunded(number integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payments JOIN refunds ON refunds.payment_id = payments.id
    WHERE payments.order_id = number AND payments.state = 'captured' AND refunds.state <> 'failed')
$$;
--> statement-breakpoint
INSERT INTO order_search (order_id, words, refunded)
SELECT orders.id, order_words(orders.id, orders.buyer, orders.address, users.email), is_refunded(orders.id)
FROM orders LEFT JOIN users ON users.id = orders.user_id;
--> statement-breakpoint
-- A small pending list: searching reads all of it.
CREATE INDEX "order_search_words" ON "order_search" USING gin ("words" gin_trgm_ops) WITH (gin_pending_list_limit=256);
--> statement-breakpoint
CREATE FUNCTION write_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (order_id, words, refunded)
  VALUES (NEW.id, order_words(NEW.id, NEW.buyer, NEW.address, (SELECT email FROM users WHERE users.id = NEW.user_id)), is_refunded(NEW.id))
  ON CONFLICT (order_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_words AFTER INSERT OR UPDATE OF buyer, address, user_id ON orders
FOR EACH ROW EXECUTE FUNCTION write_order_words();
--> statement-breakpoint
CREATE FUNCTION write_words_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET words = order_words(orders.id, orders.buyer, orders.address, NEW.email)
  FROM orders WHERE orders.id = order_search.order_id AND orders.user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_words AFTER UPDATE OF email ON users
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION write_words_of_orders();
--> statement-breakpoint
-- A payment may be settled after the first of its refunds was written down, so both are followed.
CREATE FUNCTION mark_refunded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET refunded = is_refunded(order_id)
  WHERE order_id = (SELECT payments.order_id FROM payments WHERE payments.id = NEW.payment_id)
    AND refunded <> is_refunded(order_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_refunded AFTER INSERT OR UPDATE OF state ON refunds FOR EACH ROW EXECUTE FUNCTION mark_refunded();
--> statement-breakpoint
CREATE FUNCTION mark_refunded_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search SET refunded = true WHERE order_id = NEW.order_id AND NOT refunded AND is_refunded(NEW.order_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_refunded AFTER UPDATE OF state ON payments
FOR EACH ROW WHEN (NEW.state = 'captured' AND OLD.state <> 'captured') EXECUTE FUNCTION mark_refunded_payment();
