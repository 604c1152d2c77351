CREATE TABLE "extras" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "extras_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"price_pence" integer NOT NULL,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"on_sale" boolean DEFAULT true NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "extras_code_unique" UNIQUE("code"),
	CONSTRAINT "extras_price_above_nothing" CHECK ("extras"."price_pence" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_sizes" (
	"product_id" integer NOT NULL,
	"size" text NOT NULL,
	"price_pence" integer NOT NULL,
	"stems" jsonb NOT NULL,
	"height_cm" smallint,
	"width_cm" smallint,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"on_sale" boolean DEFAULT true NOT NULL,
	CONSTRAINT "product_sizes_product_id_size_pk" PRIMARY KEY("product_id","size"),
	CONSTRAINT "product_sizes_known" CHECK ("product_sizes"."size" in ('large', 'grand')),
	CONSTRAINT "product_sizes_price_above_nothing" CHECK ("product_sizes"."price_pence" > 0),
	CONSTRAINT "product_sizes_measures_above_nothing" CHECK ("product_sizes"."height_cm" > 0 and "product_sizes"."width_cm" > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_days" (
	"day" date PRIMARY KEY NOT NULL,
	"closed_words" text,
	"opened" boolean DEFAULT false NOT NULL,
	"orders_a_day" integer,
	"cut_off" text,
	"surcharge_pence" integer,
	CONSTRAINT "delivery_days_in_bounds" CHECK ("delivery_days"."orders_a_day" >= 0 and "delivery_days"."surcharge_pence" >= 0
        and "delivery_days"."cut_off" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "delivery_days_closed_or_open" CHECK ("delivery_days"."closed_words" is null or not "delivery_days"."opened")
);
--> statement-breakpoint
CREATE TABLE "delivery_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"fee_pence" integer,
	"cut_off" text,
	"days_ahead" smallint,
	"orders_a_day" integer,
	CONSTRAINT "delivery_settings_one_row" CHECK ("delivery_settings"."id" = 1),
	CONSTRAINT "delivery_settings_in_bounds" CHECK ("delivery_settings"."fee_pence" >= 0 and "delivery_settings"."days_ahead" between 1 and 365 and "delivery_settings"."orders_a_day" >= 0
        and "delivery_settings"."cut_off" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "delivery_weekdays" (
	"weekday" smallint PRIMARY KEY NOT NULL,
	"orders_a_day" integer,
	"cut_off" text,
	CONSTRAINT "delivery_weekdays_in_bounds" CHECK ("delivery_weekdays"."weekday" between 0 and 6 and "delivery_weekdays"."orders_a_day" >= 0
        and "delivery_weekdays"."cut_off" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"who" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"provider_refund_id" text,
	"last_issue" text,
	"lease_until" timestamp with time zone,
	"look_again_at" timestamp with time zone NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_providerRefundId_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_pence" > 0),
	CONSTRAINT "refunds_done_by_id" CHECK ("refunds"."state" <> 'done' or "refunds"."provider_refund_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promo_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"valid_from" date,
	"valid_until" date,
	"least_pence" integer,
	"max_uses" integer,
	"max_uses_each" integer,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "promo_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "promo_codes_value" CHECK (case "promo_codes"."kind" when 'percent' then "promo_codes"."value" between 1 and 100 when 'pounds' then "promo_codes"."value" > 0
        when 'free delivery' then "promo_codes"."value" = 0 else false end),
	CONSTRAINT "promo_codes_limits" CHECK ("promo_codes"."least_pence" > 0 and "promo_codes"."max_uses" > 0 and "promo_codes"."max_uses_each" > 0),
	CONSTRAINT "promo_codes_in_order" CHECK ("promo_codes"."valid_from" <= "promo_codes"."valid_until")
);
--> statement-breakpoint
DROP INDEX "cart_items_one_line";--> statement-breakpoint
DROP INDEX "order_items_one_line";--> statement-breakpoint
DROP INDEX "orders_by_day";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "standard_pictures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "available_from" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "available_until" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "most_per_day" integer;--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "size" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "extras" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "promo_code_id" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "size" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "stems" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "extras" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promo_code_id" integer;--> statement-breakpoint
ALTER TABLE "product_sizes" ADD CONSTRAINT "product_sizes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_to_look_at" ON "refunds" USING btree ("look_again_at") WHERE "refunds"."state" in ('asked', 'unclear');--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_promo_code" ON "orders" USING btree ("promo_code_id") WHERE "orders"."promo_code_id" is not null and "orders"."stage" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_one_line" ON "cart_items" USING btree ("cart_id","product_id","size","extras");--> statement-breakpoint
CREATE INDEX "order_items_by_order" ON "order_items" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("delivery_date");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_most_per_day" CHECK ("products"."most_per_day" > 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_available_in_order" CHECK ("products"."available_from" <= "products"."available_until");--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_size" CHECK (size in ('standard', 'large', 'grand'));--> statement-breakpoint
DROP TRIGGER catalogue_changed ON products;
--> statement-breakpoint
CREATE TRIGGER catalogue_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  item_code, name, category, occasions, price_pence, summary, description, size, height_cm, width_cm, presentation, stems,
  care, pictures, standard_pictures, available_from, available_until, most_per_day, status, rating_sum, review_count ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_sizes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON extras
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE FUNCTION announce_delivery_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('delivery_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER delivery_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_settings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_delivery_change();
--> statement-breakpoint
CREATE TRIGGER delivery_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_weekdays
  FOR EACH STATEMENT EXECUTE FUNCTION announce_delivery_change();
--> statement-breakpoint
CREATE TRIGGER delivery_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON delivery_days
  FOR EACH STATEMENT EXECUTE FUNCTION announce_delivery_change();
--> statement-breakpoint
INSERT INTO refunds (payment_id, amount_pence, reason, who, state, provider_refund_id, look_again_at, created_at, changed_at)
SELECT id, amount_pence, 'Money that belonged to no order',
  CASE WHEN refund_id IS NULL OR refund_id = 'refunded elsewhere' THEN 'PayPal' ELSE 'shop' END,
  CASE WHEN state = 'refunding' THEN 'asked' ELSE 'done' END,
  CASE WHEN state = 'refunding' THEN NULL
    WHEN refund_id IS NULL OR refund_id = 'refunded elsewhere' THEN 'unnamed ' || id ELSE refund_id END,
  look_again_at, changed_at, changed_at
FROM payments WHERE state IN ('refunding', 'refunded');
--> statement-breakpoint
UPDATE refunds SET who = 'shop' WHERE state = 'asked';
--> statement-breakpoint
-- Refunds made at PayPal, by the events that told of them.
INSERT INTO refunds (payment_id, amount_pence, reason, who, state, provider_refund_id, look_again_at, created_at, changed_at)
SELECT DISTINCT ON (named) payment.id, round((body #>> '{resource,amount,value}')::numeric * 100),
  CASE WHEN type = 'PAYMENT.CAPTURE.REVERSED' THEN 'Taken back by the buyer''s bank or by PayPal' ELSE 'Refunded at PayPal' END,
  'PayPal', 'done', named, processed_at, processed_at, processed_at
FROM webhook_events
INNER JOIN payments AS payment ON payment.left_as IS NOT NULL AND (payment.id::text = body #>> '{resource,custom_id}'
  OR payment.capture_id = body #>> '{resource,id}'
  OR EXISTS (SELECT FROM jsonb_path_query(body, '$.resource.links[*] ? (@.rel == "up").href') AS up
    WHERE up #>> '{}' LIKE '%/' || payment.capture_id))
CROSS JOIN LATERAL (SELECT CASE WHEN coalesce(body #>> '{resource,id}', payment.capture_id) <> payment.capture_id
  THEN body #>> '{resource,id}'
  ELSE CASE WHEN type = 'PAYMENT.CAPTURE.REVERSED' THEN 'reversed ' ELSE 'refunded ' END || payment.capture_id END AS named) AS name
WHERE type IN ('PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED') AND processed_at IS NOT NULL
  AND body #>> '{resource,amount,currency_code}' = 'GBP'
  AND body #>> '{resource,amount,value}' ~ '^[0-9]{1,6}([.][0-9]{1,2})?$' AND (body #>> '{resource,amount,value}')::numeric > 0
ORDER BY named, processed_at;
--> statement-breakpoint
-- Their events are deleted after a month, and the amount stood there alone: then nothing more can be given back.
INSERT INTO refunds (payment_id, amount_pence, reason, who, state, provider_refund_id, look_again_at, created_at, changed_at)
SELECT id, amount_pence,
  CASE WHEN left_as = 'reversed' THEN 'Taken back by the buyer''s bank or by PayPal' ELSE 'Refunded at PayPal' END,
  'PayPal', 'done', left_as || ' ' || capture_id, left_at, left_at, left_at
FROM payments WHERE left_as IS NOT NULL AND state = 'captured'
  AND NOT EXISTS (SELECT FROM refunds WHERE refunds.payment_id = payments.id);
--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "refund_id";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "left_as";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "left_at";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "day_chosen" boolean DEFAULT true NOT NULL;
