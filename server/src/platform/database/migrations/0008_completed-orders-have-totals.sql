ALTER TABLE "orders" DROP CONSTRAINT "orders_completed_whole";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_completed_whole" CHECK ("orders"."status" = 'P' or ("orders"."completed_at" is not null and "orders"."delivery_date" is not null
        and coalesce("orders"."total_pence", 0) > 0 and coalesce("orders"."delivery_fee_pence", -1) >= 0));