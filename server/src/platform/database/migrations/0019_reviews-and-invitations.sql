ALTER TABLE "reviews" DROP CONSTRAINT "reviews_text";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "review_invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_text" CHECK (char_length("reviews"."text") <= 1000);