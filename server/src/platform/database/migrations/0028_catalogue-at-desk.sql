CREATE TABLE "product_photos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sent_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"original" "bytea",
	"picture" jsonb,
	"picture_id" text,
	CONSTRAINT "product_photos_state_known" CHECK ("product_photos"."state" in ('waiting', 'made', 'failed')),
	CONSTRAINT "product_photos_whole" CHECK (("product_photos"."state" = 'made') = ("product_photos"."picture" is not null) and ("product_photos"."state" = 'made') = ("product_photos"."original" is null)
        and ("product_photos"."state" = 'failed') = ("product_photos"."reason" is not null) and ("product_photos"."picture" is null) = ("product_photos"."picture_id" is null))
);
--> statement-breakpoint
CREATE INDEX "product_photos_by_picture" ON "product_photos" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "products_by_status" ON "products" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "products_by_code_part" ON "products" USING gin ("item_code" gin_trgm_ops);--> statement-breakpoint
-- Open desks follow what others change in the catalogue. What was sold changes with every order and is not among it.
CREATE FUNCTION announce_catalogue_to_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_changed', 'catalogue');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR DELETE OR UPDATE OF
  item_code, name, category, occasions, price_pence, summary, description, size, height_cm, width_cm, presentation, stems,
  care, pictures, standard_pictures, available_from, available_until, most_per_day, status ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_to_desk();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON product_sizes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_to_desk();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER UPDATE ON product_photos
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_to_desk();
