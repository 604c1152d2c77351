ALTER TABLE "products" ADD COLUMN "large_pence" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "grand_pence" integer;--> statement-breakpoint
-- Lists show what a bouquet costs in each size that is on sale: two lookups for each bouquet, unless its own row has them.
CREATE FUNCTION copy_price_of_size() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_product integer := coalesce(NEW.product_id, OLD.product_id);
  of_size text := coalesce(NEW.size, OLD.size);
  pence integer := CASE WHEN NEW.on_sale THEN NEW.price_pence END;
BEGIN
  IF of_size = 'large' THEN
    UPDATE products SET large_pence = pence WHERE id = of_product AND large_pence IS DISTINCT FROM pence;
  ELSE
    UPDATE products SET grand_pence = pence WHERE id = of_product AND grand_pence IS DISTINCT FROM pence;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER price_of_size AFTER INSERT OR UPDATE OF price_pence, on_sale OR DELETE ON product_sizes
FOR EACH ROW EXECUTE FUNCTION copy_price_of_size();
--> statement-breakpoint
UPDATE products SET
  large_pence = (SELECT price_pence FROM product_sizes WHERE product_id = id AND product_sizes.size = 'large' AND on_sale),
  grand_pence = (SELECT price_pence FROM product_sizes WHERE product_id = id AND product_sizes.size = 'grand' AND on_sale)
WHERE EXISTS (SELECT FROM product_sizes WHERE product_id = id);
