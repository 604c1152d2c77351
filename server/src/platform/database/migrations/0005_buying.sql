CREATE TABLE "addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"country" text DEFAULT 'GB' NOT NULL,
	"city" text NOT NULL,
	"street_address" text NOT NULL,
	"apartment_address" text NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"address_type" text DEFAULT 'S' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "addresses_in_the_kingdom" CHECK ("addresses"."country" = 'GB'),
	CONSTRAINT "addresses_type_known" CHECK ("addresses"."address_type" in ('S', 'B')),
	CONSTRAINT "addresses_postal_code_short" CHECK (char_length("addresses"."postal_code") <= 20)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price_pence" integer,
	"name" text,
	"picture" jsonb,
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"status" text DEFAULT 'P' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"shipping_address_id" integer,
	"delivery_date" date,
	"version" integer DEFAULT 1 NOT NULL,
	"held_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"buyer" text,
	"address" jsonb,
	"total_pence" integer,
	"delivery_fee_pence" integer,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('P', 'C')),
	CONSTRAINT "orders_completed_whole" CHECK ("orders"."status" = 'P' or ("orders"."completed_at" is not null and "orders"."delivery_date" is not null
        and "orders"."total_pence" > 0 and "orders"."delivery_fee_pence" >= 0)),
	CONSTRAINT "orders_note_short" CHECK (char_length("orders"."text") <= 6000)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"order_version" integer NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"amount_pence" integer NOT NULL,
	"provider_order_id" text,
	"capture_id" text,
	"refund_id" text,
	"capture_round" integer DEFAULT 1 NOT NULL,
	"lease_until" timestamp with time zone,
	"look_again_at" timestamp with time zone NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"last_issue" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_pence" > 0),
	CONSTRAINT "payments_captured_by_id" CHECK ("payments"."state" <> 'captured' or "payments"."capture_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping_address_id_addresses_id_fk" FOREIGN KEY ("shipping_address_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_by_user" ON "addresses" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_one_line" ON "order_items" USING btree ("order_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_cart" ON "orders" USING btree ("user_id") WHERE "orders"."status" = 'P';--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE "payments"."state" in ('capturing', 'unknown', 'pending', 'captured');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_provider_order" ON "payments" USING btree ("provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_capture" ON "payments" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_to_look_at" ON "payments" USING btree ("look_again_at") WHERE "payments"."state" in ('new', 'created', 'capturing', 'unknown', 'pending', 'refunding');