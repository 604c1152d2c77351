CREATE TABLE "customer_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"staff_id" integer,
	CONSTRAINT "customer_notes_short" CHECK (char_length("customer_notes"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "takings_by_bouquet" (
	"day" date NOT NULL,
	"product_id" integer NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"pence" bigint DEFAULT 0 NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takings_by_day" (
	"day" date NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"goods" bigint DEFAULT 0 NOT NULL,
	"extras" bigint DEFAULT 0 NOT NULL,
	"delivery" bigint DEFAULT 0 NOT NULL,
	"surcharge" bigint DEFAULT 0 NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"captured" bigint DEFAULT 0 NOT NULL,
	"captures_unread" integer DEFAULT 0 NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"fees_unread" integer DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refunded_told" bigint DEFAULT 0 NOT NULL,
	"refunds_unread" integer DEFAULT 0 NOT NULL,
	"fee_back" bigint DEFAULT 0 NOT NULL,
	"arriving" integer DEFAULT 0 NOT NULL,
	"arriving_pence" bigint DEFAULT 0 NOT NULL,
	"taxed" bigint DEFAULT 0 NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stopped_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_pence" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_pence" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "told_pence" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee_back_pence" integer;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_by_user" ON "customer_notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "takings_by_bouquet_of" ON "takings_by_bouquet" USING btree ("day","product_id");--> statement-breakpoint
CREATE INDEX "takings_by_bouquet_to_fold" ON "takings_by_bouquet" USING btree ("day","product_id") WHERE not "takings_by_bouquet"."is_folded";--> statement-breakpoint
CREATE INDEX "takings_by_day_of" ON "takings_by_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "takings_by_day_to_fold" ON "takings_by_day" USING btree ("day") WHERE not "takings_by_day"."is_folded";--> statement-breakpoint
CREATE INDEX "users_by_part" ON "users" USING gin (lower(' ' || "first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION addresses_in_one(postal_code text, phone text, recipient_name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(' ' || replace(postal_code, ' ', '') || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || recipient_name)
$$;
--> statement-breakpoint
CREATE INDEX "addresses_by_part" ON "addresses" USING gin (addresses_in_one("postal_code", "phone", "recipient_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_events_of_desk" ON "order_events" USING btree ("id") WHERE staff_id is not null or who not in ('buyer', 'PayPal', 'shop');--> statement-breakpoint
CREATE INDEX "order_events_of_desk_by_kind" ON "order_events" USING btree ("what","id") WHERE staff_id is not null or who not in ('buyer', 'PayPal', 'shop');--> statement-breakpoint
CREATE INDEX "order_events_of_desk_by_time" ON "order_events" USING btree ("at") WHERE staff_id is not null or who not in ('buyer', 'PayPal', 'shop');--> statement-breakpoint
CREATE INDEX "payments_to_read" ON "payments" USING btree ("look_again_at") WHERE "payments"."state" in ('captured', 'refunded') and ("payments"."captured_pence" is null or "payments"."fee_pence" is null);--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("changed_at","id") WHERE "payments"."state" = 'captured';--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING btree ("changed_at","id") WHERE "refunds"."state" = 'done';--> statement-breakpoint
CREATE INDEX "desk_log_by_kind" ON "desk_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "desk_log_by_time" ON "desk_log" USING btree ("at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_stopped_whole" CHECK (("users"."stopped_at" is null) = ("users"."stopped_reason" is null));--> statement-breakpoint
-- The takings of each day and bouquet, appended to by whatever changes them. A restored backup brings its rows along.
CREATE FUNCTION london_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Europe/London')::date
$$;
--> statement-breakpoint
CREATE FUNCTION is_in_takings(sold orders) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sold.completed_at IS NOT NULL AND sold.replaces_order_id IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION add_sale_to_takings(sold orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_in_takings(sold) THEN RETURN; END IF;
  INSERT INTO takings_by_day (day, orders, goods, extras, delivery, surcharge, discount, taxed)
  SELECT london_day(sold.completed_at), sign,
    sign * coalesce(sum(pence) FILTER (WHERE kind = 'goods'), 0), sign * coalesce(sum(pence) FILTER (WHERE kind = 'extras'), 0),
    sign * coalesce(sum(pence) FILTER (WHERE kind = 'delivery'), 0), sign * coalesce(sum(pence) FILTER (WHERE kind = 'surcharge'), 0),
    sign * coalesce(sum(pence) FILTER (WHERE kind = 'discount'), 0),
    sign * coalesce(sum(pence) FILTER (WHERE sold.vat_number IS NOT NULL), 0)
  FROM order_sums WHERE order_id = sold.id;
  INSERT INTO takings_by_bouquet (day, product_id, sold, pence)
  SELECT london_day(sold.completed_at), product_id, sign * sum(quantity), sign * sum(quantity * price_pence)
  FROM order_items WHERE order_id = sold.id GROUP BY product_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_arrival_to_takings(sold orders, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_in_takings(sold) OR sold.stage = 'cancelled' OR sold.delivery_date IS NULL THEN RETURN; END IF;
  INSERT INTO takings_by_day (day, arriving, arriving_pence)
  SELECT sold.delivery_date, sign, sign * coalesce(sum(pence), 0) FROM order_sums WHERE order_id = sold.id;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_order_in_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF TG_OP = 'DELETE' OR (OLD.completed_at, OLD.replaces_order_id, OLD.vat_number) IS DISTINCT FROM (NEW.completed_at, NEW.replaces_order_id, NEW.vat_number) THEN
      PERFORM add_sale_to_takings(OLD, -1);
    END IF;
    PERFORM add_arrival_to_takings(OLD, -1);
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF TG_OP = 'INSERT' OR (OLD.completed_at, OLD.replaces_order_id, OLD.vat_number) IS DISTINCT FROM (NEW.completed_at, NEW.replaces_order_id, NEW.vat_number) THEN
    PERFORM add_sale_to_takings(NEW, 1);
  END IF;
  PERFORM add_arrival_to_takings(NEW, 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER takings_of_new AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL AND current_setting('shop.restoring', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION count_order_in_takings();
--> statement-breakpoint
CREATE TRIGGER takings_of_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.completed_at, OLD.replaces_order_id, OLD.vat_number, OLD.delivery_date, OLD.stage = 'cancelled')
    IS DISTINCT FROM (NEW.completed_at, NEW.replaces_order_id, NEW.vat_number, NEW.delivery_date, NEW.stage = 'cancelled'))
  EXECUTE FUNCTION count_order_in_takings();
--> statement-breakpoint
-- Before it is gone: its sums and lines are still there. When those are deleted with it, there is no order any more to count.
CREATE TRIGGER takings_of_deleted BEFORE DELETE ON orders FOR EACH ROW
  WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION count_order_in_takings();
--> statement-breakpoint
CREATE FUNCTION add_sum_to_takings(part order_sums, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE sold orders;
BEGIN
  SELECT * INTO sold FROM orders WHERE id = part.order_id;
  IF NOT FOUND OR NOT is_in_takings(sold) THEN RETURN; END IF;
  INSERT INTO takings_by_day (day, goods, extras, delivery, surcharge, discount, taxed)
  SELECT london_day(sold.completed_at), sign * part.pence * (part.kind = 'goods')::int, sign * part.pence * (part.kind = 'extras')::int,
    sign * part.pence * (part.kind = 'delivery')::int, sign * part.pence * (part.kind = 'surcharge')::int,
    sign * part.pence * (part.kind = 'discount')::int, sign * part.pence * (sold.vat_number IS NOT NULL)::int;
  IF sold.stage <> 'cancelled' AND sold.delivery_date IS NOT NULL THEN
    INSERT INTO takings_by_day (day, arriving_pence) VALUES (sold.delivery_date, sign * part.pence);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_sum_in_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_sum_to_takings(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_sum_to_takings(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER takings AFTER INSERT OR UPDATE OR DELETE ON order_sums FOR EACH ROW
  WHEN (current_setting('shop.restoring', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_sum_in_takings();
--> statement-breakpoint
CREATE FUNCTION add_item_to_takings(part order_items, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO takings_by_bouquet (day, product_id, sold, pence)
  SELECT london_day(sold.completed_at), part.product_id, sign * part.quantity, sign * part.quantity * part.price_pence
  FROM orders AS sold WHERE sold.id = part.order_id AND is_in_takings(sold);
END $$;
--> statement-breakpoint
CREATE FUNCTION count_item_in_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_item_to_takings(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_item_to_takings(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER takings AFTER INSERT OR UPDATE OF order_id, product_id, quantity, price_pence OR DELETE ON order_items FOR EACH ROW
  WHEN (current_setting('shop.restoring', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_item_in_takings();
--> statement-breakpoint
CREATE FUNCTION is_taxed(number integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM orders WHERE id = number AND vat_number IS NOT NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION add_refund_to_takings(gone refunds, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO takings_by_day (day, refunds, refunded, refunded_told, refunds_unread, fee_back, taxed)
  SELECT london_day(gone.changed_at), sign, sign * gone.amount_pence, sign * coalesce(gone.told_pence, 0),
    sign * (gone.told_pence IS NULL)::int, sign * coalesce(gone.fee_back_pence, 0),
    -sign * gone.amount_pence * is_taxed(payments.order_id)::int
  FROM payments WHERE id = gone.payment_id AND payments.state = 'captured' AND gone.state = 'done';
END $$;
--> statement-breakpoint
CREATE FUNCTION count_refund_in_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_refund_to_takings(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_refund_to_takings(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER takings AFTER INSERT OR UPDATE OF payment_id, amount_pence, state, told_pence, fee_back_pence, changed_at OR DELETE
  ON refunds FOR EACH ROW
  WHEN (current_setting('shop.restoring', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_refund_in_takings();
--> statement-breakpoint
CREATE FUNCTION add_payment_to_takings(paid payments, sign integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE is_sale boolean := paid.state = 'captured';
BEGIN
  IF paid.state NOT IN ('captured', 'refunding', 'refunded') THEN RETURN; END IF;
  INSERT INTO takings_by_day (day, captured, captures_unread, fee, fees_unread)
  SELECT london_day(paid.changed_at),
    sign * coalesce(paid.captured_pence, 0) * is_sale::int, sign * (is_sale AND paid.captured_pence IS NULL)::int,
    sign * coalesce(paid.fee_pence, 0), sign * (paid.fee_pence IS NULL)::int;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_payment_in_takings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_payment_to_takings(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_payment_to_takings(NEW, 1); END IF;
  -- What of it went back before it was known to be an order's money counts from here on.
  IF TG_OP = 'UPDATE' AND (OLD.state = 'captured') <> (NEW.state = 'captured') THEN
    INSERT INTO takings_by_day (day, refunds, refunded, refunded_told, refunds_unread, fee_back, taxed)
    SELECT london_day(changed_at), way, way * amount_pence, way * coalesce(told_pence, 0), way * (told_pence IS NULL)::int,
      way * coalesce(fee_back_pence, 0), -way * amount_pence * is_taxed(NEW.order_id)::int
    FROM refunds, (SELECT CASE WHEN NEW.state = 'captured' THEN 1 ELSE -1 END AS way) AS direction
    WHERE payment_id = NEW.id AND state = 'done';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER takings AFTER INSERT OR UPDATE OF state, captured_pence, fee_pence, changed_at OR DELETE ON payments FOR EACH ROW
  WHEN (current_setting('shop.restoring', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_payment_in_takings();
--> statement-breakpoint
INSERT INTO takings_by_day (day, orders, goods, extras, delivery, surcharge, discount, is_folded)
SELECT london_day(completed_at), count(DISTINCT id), coalesce(sum(pence) FILTER (WHERE kind = 'goods'), 0),
  coalesce(sum(pence) FILTER (WHERE kind = 'extras'), 0), coalesce(sum(pence) FILTER (WHERE kind = 'delivery'), 0),
  coalesce(sum(pence) FILTER (WHERE kind = 'surcharge'), 0), coalesce(sum(pence) FILTER (WHERE kind = 'discount'), 0), true
FROM orders LEFT JOIN order_sums ON order_id = id WHERE completed_at IS NOT NULL AND replaces_order_id IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO takings_by_day (day, arriving, arriving_pence)
SELECT delivery_date, count(DISTINCT id), coalesce(sum(pence), 0) FROM orders LEFT JOIN order_sums ON order_id = id
WHERE completed_at IS NOT NULL AND replaces_order_id IS NULL AND stage <> 'cancelled' GROUP BY 1;
--> statement-breakpoint
INSERT INTO takings_by_day (day, captures_unread, fees_unread)
SELECT london_day(changed_at), count(*) FILTER (WHERE state = 'captured'), count(*)
FROM payments WHERE state IN ('captured', 'refunding', 'refunded') GROUP BY 1;
--> statement-breakpoint
INSERT INTO takings_by_day (day, refunds, refunded, refunds_unread)
SELECT london_day(refunds.changed_at), count(*), sum(refunds.amount_pence), count(*)
FROM refunds JOIN payments ON payments.id = payment_id AND payments.state = 'captured' WHERE refunds.state = 'done' GROUP BY 1;
--> statement-breakpoint
INSERT INTO takings_by_bouquet (day, product_id, sold, pence, is_folded)
SELECT london_day(completed_at), product_id, sum(quantity), sum(quantity * price_pence), true
FROM orders JOIN order_items ON order_id = orders.id WHERE completed_at IS NOT NULL AND replaces_order_id IS NULL GROUP BY 1, 2;
