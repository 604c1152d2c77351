CREATE TABLE "picture_files" (
	"picture" text NOT NULL,
	"format" text NOT NULL,
	"width" smallint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_files_picture_format_width_pk" PRIMARY KEY("picture","format","width")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_code" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"occasions" text[] NOT NULL,
	"price_pence" integer NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"size" text NOT NULL,
	"presentation" text NOT NULL,
	"stems" jsonb NOT NULL,
	"care" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"status" text DEFAULT 'on_sale' NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"name_grams" text[] GENERATED ALWAYS AS (name_grams(name)) STORED NOT NULL,
	CONSTRAINT "products_itemCode_unique" UNIQUE("item_code"),
	CONSTRAINT "products_price_above_nothing" CHECK ("products"."price_pence" > 0),
	CONSTRAINT "products_counts_not_negative" CHECK ("products"."sold" >= 0 and "products"."rating_sum" >= 0 and "products"."review_count" >= 0),
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('on_sale', 'sold_out', 'withdrawn')),
	CONSTRAINT "products_has_a_picture" CHECK (jsonb_array_length("products"."pictures") > 0)
);
--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_pence","id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree (lower("category"),"id");--> statement-breakpoint
CREATE INDEX "products_by_occasion" ON "products" USING gin ("occasions");--> statement-breakpoint
CREATE INDEX "products_by_name_part" ON "products" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_name_gram" ON "products" USING gin ("name_grams");