DROP INDEX "orders_one_cart";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "merged_into_order_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_merged_into_order_id_orders_id_fk" FOREIGN KEY ("merged_into_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("user_id") WHERE "orders"."status" = 'P';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_cart" ON "orders" USING btree ("user_id") WHERE "orders"."status" = 'P' and "orders"."held_at" is null and "orders"."merged_into_order_id" is null;