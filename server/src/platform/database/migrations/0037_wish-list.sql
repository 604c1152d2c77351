CREATE TABLE "wish_list_items" (
	"user_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wish_list_items_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "wish_list_links" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"shows_name" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wish_list_links_token_unique" UNIQUE("token"),
	CONSTRAINT "wish_list_links_token" CHECK ("wish_list_links"."token" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "wish_list_items" ADD CONSTRAINT "wish_list_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wish_list_items" ADD CONSTRAINT "wish_list_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wish_list_links" ADD CONSTRAINT "wish_list_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wish_list_items_by_product" ON "wish_list_items" USING btree ("product_id");