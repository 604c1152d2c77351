CREATE TABLE "claim_keys" (
	"key" text NOT NULL,
	"order_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_keys_key_order_id_pk" PRIMARY KEY("key","order_id")
);
--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "why_waits" text;--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD COLUMN "claims_at_once_pence" integer;--> statement-breakpoint
CREATE INDEX "claim_keys_by_age" ON "claim_keys" USING btree ("at");--> statement-breakpoint
-- safe: the table has one row
ALTER TABLE "delivery_settings" ADD CONSTRAINT "delivery_settings_claims_in_bounds" CHECK ("delivery_settings"."claims_at_once_pence" >= 0);