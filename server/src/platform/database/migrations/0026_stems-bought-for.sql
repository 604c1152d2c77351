ALTER TABLE "stem_purchases" DROP CONSTRAINT "stem_purchases_in_bounds";--> statement-breakpoint
ALTER TABLE "stem_purchases" ADD COLUMN "bought_for" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stem_purchases" DROP COLUMN "bought";--> statement-breakpoint
ALTER TABLE "stem_purchases" ADD CONSTRAINT "stem_purchases_in_bounds" CHECK ("stem_purchases"."in_cooler" between 0 and 100000 and "stem_purchases"."bought_for" >= 0);
