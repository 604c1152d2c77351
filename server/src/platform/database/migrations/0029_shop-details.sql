CREATE TABLE "shop_details" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"legal_name" text,
	"street" text,
	"city" text,
	"postcode" text,
	"email" text,
	"phone" text,
	"company_number" text,
	"vat_number" text,
	CONSTRAINT "shop_details_one_row" CHECK ("shop_details"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vat_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vat_percent" smallint;--> statement-breakpoint
CREATE FUNCTION announce_shop_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON shop_details
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shop_change();
