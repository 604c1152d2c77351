-- What was sold changes with every order: it is announced as such, so that a busy day does not empty the shelf at each sale.
CREATE FUNCTION announce_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', 'sold');
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER catalogue_changed ON products;
--> statement-breakpoint
CREATE TRIGGER catalogue_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures,
  status, rating_sum, review_count ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
--> statement-breakpoint
CREATE TRIGGER catalogue_sold AFTER UPDATE OF sold ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_sale();
