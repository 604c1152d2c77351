ALTER TABLE "products" ADD COLUMN "height_cm" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "width_cm" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_measures_above_nothing" CHECK ("products"."height_cm" > 0 and "products"."width_cm" > 0);