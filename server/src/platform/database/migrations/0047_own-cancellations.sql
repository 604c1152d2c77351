CREATE TABLE "cancel_requests" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"because" text NOT NULL,
	"answered_at" timestamp with time zone,
	"declined" text
);
--> statement-breakpoint
CREATE TABLE "own_cancellations" (
	"key" text NOT NULL,
	"order_id" integer NOT NULL,
	"pence" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_cancellations_key_order_id_pk" PRIMARY KEY("key","order_id"),
	CONSTRAINT "own_cancellations_pence" CHECK ("own_cancellations"."pence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_key" text;--> statement-breakpoint
ALTER TABLE "cancel_requests" ADD CONSTRAINT "cancel_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancel_requests_open" ON "cancel_requests" USING btree ("order_id") WHERE "cancel_requests"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "own_cancellations_by_age" ON "own_cancellations" USING btree ("at");