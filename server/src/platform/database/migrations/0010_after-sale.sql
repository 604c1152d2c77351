CREATE TABLE "claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"photo" "bytea" NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"on_the_day" boolean NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "claims_one_per_order" UNIQUE("order_id"),
	CONSTRAINT "claims_answered_whole" CHECK ("claims"."answer" is null or "claims"."answered_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "desk_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" integer NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_text" CHECK (char_length("reviews"."text") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_completed_whole";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispatched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaces_order_id" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "left_as" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_unanswered" ON "claims" USING btree ("id") WHERE "claims"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "desk_log_by_subject" ON "desk_log" USING btree ("action","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","id") WHERE "reviews"."hidden_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_order_id_orders_id_fk" FOREIGN KEY ("replaces_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("delivery_date") WHERE "orders"."status" = 'C';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_replacement" ON "orders" USING btree ("replaces_order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replacements_are_free" CHECK ("orders"."status" = 'P' or ("orders"."replaces_order_id" is null) = ("orders"."total_pence" > 0)
        and ("orders"."replaces_order_id" is null or "orders"."delivery_fee_pence" = 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_completed_whole" CHECK ("orders"."status" = 'P' or ("orders"."completed_at" is not null and "orders"."delivery_date" is not null
        and coalesce("orders"."total_pence", -1) >= 0 and coalesce("orders"."delivery_fee_pence", -1) >= 0));