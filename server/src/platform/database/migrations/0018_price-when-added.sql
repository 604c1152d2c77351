-- Written by hand: all that this and the next migrations change, in the order in which a checkout takes them, so that a shop
-- that is still open and the migration do not end in a deadlock.
LOCK TABLE orders, order_items, reviews, products IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "added_price_pence" integer;