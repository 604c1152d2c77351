ALTER TABLE "products" ADD COLUMN "height_cm" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "width_cm" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_measures_above_nothing" CHECK ("products"."height_cm" > 0 and "products"."width_cm" > 0);--> statement-breakpoint
-- Written by hand: a change of these is announced as one of every other column is, so that cached pages are made anew.
DROP TRIGGER catalogue_changed ON products;
--> statement-breakpoint
CREATE TRIGGER catalogue_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures,
  height_cm, width_cm, status, rating_sum, review_count ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
