ALTER TABLE "addresses" ADD COLUMN "driver_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "nobody_in" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "swap_choice" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "nobody_in" text DEFAULT 'neighbour' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "nobody_in" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_wishes_known" CHECK ("addresses"."nobody_in" in ('neighbour', 'porch', 'try again') and "addresses"."swap_choice" in ('choose', 'ask'));--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_driver_note_short" CHECK (char_length("addresses"."driver_note") <= 1000);--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_nobody_in_known" CHECK (nobody_in in ('neighbour', 'porch', 'try again'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_nobody_in_known" CHECK (nobody_in in ('neighbour', 'porch', 'try again'));