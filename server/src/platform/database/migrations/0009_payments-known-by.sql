DROP INDEX "payments_to_look_at";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice" text;--> statement-breakpoint
UPDATE "payments" SET "invoice" = 'MARIGOLD-' || "order_id";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "invoice" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payee" text;--> statement-breakpoint
CREATE INDEX "payments_to_look_at" ON "payments" USING btree ("look_again_at") WHERE "payments"."state" not in ('captured', 'expired', 'failed', 'refunded');